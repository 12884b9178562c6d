import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useChangeStock } from './change-stock.ts'
import { computeStockDelta, parseStockInput } from './parse-stock-input.ts'
import { currentStockQuery, type Stock } from './stock-queries.ts'

type Errors = Partial<Record<'pieces' | 'reason' | 'root', string>>

/**
 * State of the form that changes a part's stock. An absolute number is converted to a difference to the stock
 * that the user saw. The server refuses it if the stock has changed since.
 */
export function useStockForm(partId: string, { onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  const { data: currentStock } = useQuery(currentStockQuery(partId))
  // The stock when the user typed, or the current stock after a conflict. Ignores refetches.
  const [seen, setSeen] = useState<Stock>()
  const stock = seen ?? currentStock
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const { mutateAsync, isPending } = useChangeStock(partId)
  const isSubmitting = useRef(false)
  const input = parseStockInput(text)
  const delta = input && stock && computeStockDelta(input, stock.available)

  async function save() {
    if (!input) return setErrors({ pieces: 'Enter a number such as 120, +20 or -5.' })
    if (reason.trim() === '') return setErrors({ reason: 'Enter a reason.' })
    try {
      const { available, onHand } =
        stock ?? (await client.ensureQueryData(currentStockQuery(partId)))
      const change = { pieces: computeStockDelta(input, available), reason: reason.trim() }
      if (change.pieces === 0) return setErrors({ pieces: 'The stock already has this number.' })
      await mutateAsync('available' in input ? { ...change, seen: { onHand } } : change)
    } catch (error) {
      setSeen(undefined)
      return setErrors(Object.fromEntries(toFieldErrors(error, ['pieces', 'reason'])))
    }
    setSeen(undefined)
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
      setSeen(currentStock)
      setErrors({})
    },
    changeReason: (value: string) => {
      setReason(value)
      setErrors({})
    },
    async submit(event: FormEvent) {
      event.preventDefault()
      if (isSubmitting.current) return
      isSubmitting.current = true
      await save().finally(() => {
        isSubmitting.current = false
      })
    },
  }
}
