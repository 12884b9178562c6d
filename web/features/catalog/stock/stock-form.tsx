import { formatCount } from '@freehub/contract/money'
import { useEffect, useRef } from 'react'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { ReasonField } from './reason-field.tsx'
import { changeInWords } from './stock-in-words.ts'
import { useStockForm } from './use-stock-form.ts'

interface StockFormProps {
  partId: string
  /** What the form is called: `Change stock of Holm chain`. */
  label: string
  onSaved: () => void
  /** Where it can be left. */
  onClose?: () => void
}

/** Changes a part's stock: the new number or what came or went, and why. Enter saves, Escape leaves. */
export function StockForm({ partId, label, onSaved, onClose }: StockFormProps) {
  const { stock, pieces, text, reason, errors, isSaving, ...form } = useStockForm(partId, {
    onSaved,
  })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (onClose) field.current?.focus()
  }, [onClose])
  useEffect(() => {
    if (errors.pieces) field.current?.focus()
  }, [errors.pieces])

  return (
    <form
      className="stock-form"
      aria-label={label}
      noValidate
      autoComplete="off"
      onSubmit={form.submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isSaving) onClose?.()
      }}
    >
      <Field
        ref={field}
        label="Available"
        hint="New number, +20 or -5"
        className="stock-pieces"
        placeholder={stock && formatCount(stock.available)}
        maxLength={20}
        value={text}
        error={errors.pieces}
        readOnly={isSaving}
        onChange={(event) => form.type(event.target.value)}
      />
      <ReasonField reason={reason} error={errors.reason} onReason={form.giveReason} />
      <p className="stock-now second" role="status">
        {stock && onClose && nowInWords(stock)}
        {stock && pieces !== undefined && pieces !== 0 && (
          <b>{changeInWords(pieces, stock.available + pieces)}.</b>
        )}
      </p>
      {errors.root && <ErrorNote text={errors.root} />}
      <p className="act">
        <SubmitButton busy={isSaving} atWork="Saving …">
          Save Stock
        </SubmitButton>
        {onClose && (
          <button type="button" className="btn btn-outline" onClick={() => !isSaving && onClose()}>
            Leave
          </button>
        )}
      </p>
    </form>
  )
}

function nowInWords({ onHand, reserved }: { onHand: number; reserved: number }): string {
  return `${formatCount(onHand)} in the warehouse, ${formatCount(reserved)} of them promised to orders. `
}
