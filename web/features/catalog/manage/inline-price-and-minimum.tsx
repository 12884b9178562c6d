import type { Part, PartUpdate } from '@freehub/contract/catalog/parts'
import { DOLLARS_MESSAGE, PIECES_MESSAGE } from '@freehub/contract/limits'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { InlineEdit } from './inline-edit.tsx'
import { useChangePart } from './managed-parts-queries.ts'
import { parseDollars, parseWholeNumber } from './parse-numbers.ts'

interface InlineNumberProps {
  part: Part
  describedBy: string
}

export function InlinePrice({ part, describedBy }: InlineNumberProps) {
  const { price } = part
  const savePart = useSavePart(part, (saved) => `Price saved: ${formatDollars(saved.price)}`)
  return (
    <InlineEdit
      label="Price"
      displayText={formatDollars(price)}
      initialText={price.toFixed(2)}
      describedBy={describedBy}
      inputMode="decimal"
      value={price}
      parse={(text) => toParseResult(parseDollars(text), DOLLARS_MESSAGE)}
      save={(value, seen) => savePart({ price: value, seen: { price: seen } })}
      formatError={(error) => formatSaveError(error, 'price')}
    />
  )
}

export function InlineMinimumOrder({ part, describedBy }: InlineNumberProps) {
  const { minimumOrder } = part
  const savePart = useSavePart(
    part,
    (saved) => `Minimum order saved: ${formatCount(saved.minimumOrder)} pcs`,
  )
  return (
    <InlineEdit
      label="Minimum order"
      displayText={`${formatCount(minimumOrder)} pcs`}
      initialText={String(minimumOrder)}
      describedBy={describedBy}
      inputMode="numeric"
      value={minimumOrder}
      parse={(text) => toParseResult(parseWholeNumber(text), PIECES_MESSAGE)}
      save={(value, seen) => savePart({ minimumOrder: value, seen: { minimumOrder: seen } })}
      formatError={(error) => formatSaveError(error, 'minimumOrder')}
    >
      {formatCount(minimumOrder)} <small>pcs</small>
    </InlineEdit>
  )
}

function useSavePart({ _id: id, name }: Part, formatToast: (part: Part) => string) {
  const { mutateAsync } = useChangePart()
  return async (change: PartUpdate) => {
    const part = await mutateAsync({ id, change })
    void showToast(`${formatToast(part)} · ${name}`)
  }
}

function toParseResult(
  value: number | undefined,
  error: string,
): { value: number } | { error: string } {
  return value === undefined || Number.isNaN(value) ? { error } : { value }
}

function formatSaveError(error: unknown, field: 'price' | 'minimumOrder'): string {
  return toFieldErrors(error, [field, 'orderMultiple'])[0]?.[1] ?? ''
}
