import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { refusedFields } from '../../../api/refused-fields.ts'
import { useChangeStock } from './change-stock.ts'
import { type Stock, stockNow } from './stock-ledger.ts'
import { piecesMoved, stockTyped } from './stock-typed.ts'

type Errors = Partial<Record<'pieces' | 'reason' | 'root', string>>

/**
 * The form that changes a part's stock. What was typed as the number there shall be is reckoned from the
 * stock as it was shown, and refused if somebody else has changed that meanwhile.
 */
export function useStockForm(partId: string, { onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  const { data: now } = useQuery(stockNow(partId))
  // As it was when one typed, however it is read anew meanwhile; told otherwise, one has seen that.
  const [seen, setSeen] = useState<Stock>()
  const stock = seen ?? now
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const { mutateAsync, isPending } = useChangeStock(partId)
  const underWay = useRef(false)
  const typed = stockTyped(text)
  const pieces = typed && stock && piecesMoved(typed, stock.available)

  async function save() {
    if (!typed) return setErrors({ pieces: 'Give a number, or +20 or -5.' })
    if (reason.trim() === '') return setErrors({ reason: 'Say why the stock changes.' })
    try {
      const { available, onHand } = stock ?? (await client.ensureQueryData(stockNow(partId)))
      const change = { pieces: piecesMoved(typed, available), reason: reason.trim() }
      if (change.pieces === 0) return setErrors({ pieces: 'So many are there already.' })
      await mutateAsync('available' in typed ? { ...change, seen: { onHand } } : change)
    } catch (error) {
      setSeen(undefined)
      return setErrors(Object.fromEntries(refusedFields(error, ['pieces', 'reason'])))
    }
    setSeen(undefined)
    setText('')
    setReason('')
    setErrors({})
    onSaved()
  }

  return {
    stock,
    pieces,
    text,
    reason,
    errors,
    isSaving: isPending,
    type: (value: string) => {
      setText(value)
      setSeen(now)
      setErrors({})
    },
    giveReason: (value: string) => {
      setReason(value)
      setErrors({})
    },
    async submit(event: FormEvent) {
      event.preventDefault()
      if (underWay.current) return
      underWay.current = true
      await save().finally(() => {
        underWay.current = false
      })
    },
  }
}
