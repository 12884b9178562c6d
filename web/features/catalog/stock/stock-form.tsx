import { STOCK_REASON_LENGTH } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { formatStockChange } from './format-movement.ts'
import type { Stock } from './stock-queries.ts'
import { useStockForm } from './use-stock-form.ts'

interface StockFormProps {
  partId: string
  label: string
  onSaved: () => void
  /** Closes the form. If undefined, the form has no Cancel button. */
  onClose?: () => void
}

/** Changes a part's stock, with a reason. Enter saves, Escape cancels. */
export function StockForm({ partId, label, onSaved, onClose }: StockFormProps) {
  const { stock, delta, text, reason, errors, isSaving, ...form } = useStockForm(partId, {
    onSaved,
  })
  const field = useRef<HTMLInputElement>(null)
  const isIncomplete = text.trim() === '' || reason.trim() === ''
  const takesFocus = onClose !== undefined
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
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
        label="On hand"
        hint="Count, or change: +20, −5"
        placeholder={stock && `Now ${formatCount(stock.onHand)}`}
        maxLength={20}
        value={text}
        error={errors.pieces}
        readOnly={isSaving}
        onChange={(event) => form.changeText(event.target.value)}
      />
      <ReasonField reason={reason} error={errors.reason} onReason={form.changeReason} />
      <p className="secondary tabular-nums" role="status">
        {stock && onClose && formatCurrentStock(stock)}
        {stock && delta !== undefined && delta !== 0 && (
          <b className="text-ink">{formatStockChange(delta, stock.available + delta)}.</b>
        )}
      </p>
      {errors.root && <ErrorMessage text={errors.root} />}
      <p className="actions">
        <SubmitButton label="Save Stock" busy={isSaving} isIncomplete={isIncomplete} />
        {onClose && <Button onClick={() => !isSaving && onClose()}>Cancel</Button>}
        {isIncomplete && (
          <span className="secondary basis-full">Enter a number and a reason first.</span>
        )}
      </p>
    </form>
  )
}

function formatCurrentStock({ onHand, reserved, available }: Stock): string {
  return `${formatCount(onHand)} on hand, ${formatCount(reserved)} reserved for orders, ${formatCount(available)} available. `
}

const REASONS = ['Delivery', 'Count', 'Damaged', 'Return'] as const

interface ReasonFieldProps {
  reason: string
  error: string | undefined
  onReason: (reason: string) => void
}

function ReasonField({ reason, error, onReason }: ReasonFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  return (
    <div className="stock-reason grid gap-2">
      <Field
        ref={field}
        label="Reason"
        hint="Shown in the list of movements"
        autoComplete="off"
        maxLength={STOCK_REASON_LENGTH}
        value={reason}
        error={error}
        onChange={(event) => onReason(event.target.value)}
      />
      <ul className="actions gap-1.5 sm:gap-2" aria-label="Reasons">
        {REASONS.map((commonReason) => (
          <li key={commonReason}>
            <button
              type="button"
              className="toggle-button min-h-11 min-[900px]:min-h-9 px-2 py-0 font-medium sm:px-3 text-small"
              aria-pressed={reason === commonReason}
              onClick={() => {
                onReason(commonReason)
                // With the focus in the field, Enter saves.
                field.current?.focus()
              }}
            >
              {commonReason}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
