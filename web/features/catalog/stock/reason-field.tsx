import { STOCK_REASON_LENGTH } from '@freehub/contract/limits'
import { useEffect, useRef } from 'react'
import { Field } from '../../../ui/forms/field.tsx'

const REASONS = ['Delivery', 'Count', 'Damaged', 'Return'] as const

interface ReasonFieldProps {
  reason: string
  error: string | undefined
  onReason: (reason: string) => void
}

/** Reason of a stock change: free text, or one of the common reasons. */
export function ReasonField({ reason, error, onReason }: ReasonFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  return (
    <div className="stock-reason">
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
      <ul className="stock-reasons" aria-label="Reasons">
        {REASONS.map((commonReason) => (
          <li key={commonReason}>
            <button
              type="button"
              className="stock-reason-button"
              aria-pressed={reason === commonReason}
              onClick={() => {
                onReason(commonReason)
                // So that Enter saves.
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
