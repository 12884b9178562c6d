import type { Part, StockChange } from '@freehub/contract/catalog/parts'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount } from '@freehub/contract/money'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isOutcomeUnknown } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useBusy } from '../../../api/use-busy.ts'
import { useCreate } from '../../../api/use-create.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { updateCachedPart } from '../manage/managed-parts-queries.ts'
import { refetchParts } from '../refetch-parts.ts'
import { formatStockChange } from './format-movement.ts'
import { computeStockDelta, parseStockInput } from './stock-input.ts'
import { currentStockQuery, refetchStock, type Stock } from './stock-queries.ts'

const INVALID_STOCK = `Enter a number up to ${formatCount(QUANTITY_MAXIMUM)}, such as 120, +20 or −5.`

type Errors = Partial<Record<'pieces' | 'reason' | 'root', string>>

/**
 * The state of the form that changes a part's stock. Converts a count of the stock on hand to a
 * difference from the stock that the user saw. The server refuses the change if the stock has changed since.
 */
export function useStockForm(partId: string, { onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  const { data: currentStock } = useQuery(currentStockQuery(partId))
  // The stock when the user began to type; refetches do not change it. If it is undefined, for
  // example after a conflict, the current stock counts.
  const [seen, setSeen] = useState<Stock>()
  const [unconfirmed, setUnconfirmed] = useState<UnconfirmedChange>()
  const stock = seen ?? currentStock
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const { mutateAsync, isPending } = useChangeStock(partId)
  const { run } = useBusy()
  const input = parseStockInput(text)
  const delta = input && stock && computeStockDelta(input, stock.onHand)

  async function save() {
    if (!input) return setErrors({ pieces: INVALID_STOCK })
    if (reason.trim() === '') return setErrors({ reason: 'Enter a reason.' })
    const isRepeat = unconfirmed?.text === text && unconfirmed.reason === reason
    let change = isRepeat ? unconfirmed.change : undefined
    try {
      if (!change) {
        const { onHand } = stock ?? (await client.ensureQueryData(currentStockQuery(partId)))
        const pieces = computeStockDelta(input, onHand)
        if (pieces === 0) return setErrors({ pieces: 'The stock already has this number.' })
        const seen = 'onHand' in input && { seen: { onHand } }
        change = { pieces, reason: reason.trim(), ...seen }
      }
      await mutateAsync(change)
    } catch (error) {
      setSeen(undefined)
      setUnconfirmed(
        change && isOutcomeUnknown(error as Error) ? { text, reason, change } : undefined,
      )
      return setErrors(Object.fromEntries(toFieldErrors(error, ['pieces', 'reason'])))
    }
    setSeen(undefined)
    setUnconfirmed(undefined)
    setText('')
    setReason('')
    setErrors({})
    onSaved()
  }

  return {
    stock,
    delta,
    text,
    reason,
    errors,
    isSaving: isPending,
    changeText: (value: string) => {
      setText(value)
      setSeen(text === '' ? currentStock : stock)
      setErrors({})
    },
    changeReason: (value: string) => {
      setReason(value)
      setErrors({})
    },
    submit(event: FormEvent) {
      event.preventDefault()
      void run(save)
    },
  }
}

/** A change whose outcome is unknown. A repeat of the same input sends it again, whatever the stock is now. */
interface UnconfirmedChange {
  text: string
  reason: string
  change: StockChange
}

function useChangeStock(partId: string) {
  const client = useQueryClient()
  return useCreate({
    send: (change: StockChange, headers) =>
      call<Part>('POST', `/api/parts/${encodeURIComponent(partId)}/stock`, {
        body: change,
        headers,
      }),
    onSuccess: (part, { pieces }) => {
      updateCachedPart(client, part)
      void showToast(
        `Stock saved: ${formatStockChange(pieces, part.availableQuantity)} · ${part.name}`,
      )
    },
    onSettled: () => {
      void refetchStock(client)
      refetchParts(client)
    },
  })
}
