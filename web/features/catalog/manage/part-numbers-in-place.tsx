import type { ChangedPart, Part } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { refusedFields } from '../../../api/refused-fields.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { useChangePart } from './change-part.ts'
import { dollarsTyped } from './dollars-typed.ts'
import { EditInPlace } from './edit-in-place.tsx'
import { piecesTyped } from './pieces-typed.ts'

interface InPlaceProps {
  part: Part
  describedBy: string
}

/** A part's price, to be changed where it stands. */
export function PriceInPlace({ part, describedBy }: InPlaceProps) {
  const { price } = part
  const change = useSaved(part, ({ price: now }) => `Price saved: ${formatDollars(now)}`)
  return (
    <EditInPlace
      label="Price"
      shown={formatDollars(price)}
      typed={price.toFixed(2)}
      describedBy={describedBy}
      inputMode="decimal"
      value={price}
      read={(text) => asRead(dollarsTyped(text), 'Give an amount in dollars, such as 4.50.')}
      save={(value, seen) => change({ price: value, seen: { price: seen } })}
      sentence={(error) => sentenceFor(error, 'price')}
    />
  )
}

/** A part's minimum order, to be changed where it stands. */
export function MinimumInPlace({ part, describedBy }: InPlaceProps) {
  const { minimumOrder } = part
  const change = useSaved(
    part,
    ({ minimumOrder: now }) => `Minimum order saved: ${formatCount(now)} pcs`,
  )
  return (
    <EditInPlace
      label="Minimum order"
      shown={`${formatCount(minimumOrder)} pcs`}
      typed={String(minimumOrder)}
      describedBy={describedBy}
      inputMode="numeric"
      value={minimumOrder}
      read={(text) => asRead(piecesTyped(text), 'Give a whole number of pieces.')}
      save={(value, seen) => change({ minimumOrder: value, seen: { minimumOrder: seen } })}
      sentence={(error) => sentenceFor(error, 'minimumOrder')}
    >
      {formatCount(minimumOrder)} <small>pcs</small>
    </EditInPlace>
  )
}

/** Saves a change of a part and says in the corner what was saved, and of which product. */
function useSaved({ _id: id, name }: Part, saved: (part: Part) => string) {
  const { mutateAsync } = useChangePart()
  return async (change: ChangedPart) => {
    const part = await mutateAsync({ id, change })
    void showToast(`${saved(part)} · ${name}`)
  }
}

function asRead(value: number | undefined, wrong: string): { value: number } | { wrong: string } {
  return value === undefined || Number.isNaN(value) ? { wrong } : { value }
}

function sentenceFor(error: unknown, field: 'price' | 'minimumOrder'): string {
  return refusedFields(error, [field])[0]?.[1] ?? ''
}
