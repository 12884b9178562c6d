import { STOCK_REASON_LENGTH } from '@freehub/contract/limits'
import { useEffect, useRef } from 'react'
import { Field } from '../../../ui/forms/field.tsx'

/** Why stock mostly changes. */
const REASONS = ['Delivery', 'Count', 'Damaged', 'Return'] as const

interface ReasonFieldProps {
  reason: string
  error: string | undefined
  onReason: (reason: string) => void
}

/** Why the stock changes, in one's own words or in one of those that are mostly meant. */
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
        hint="For the ledger"
        autoComplete="off"
        maxLength={STOCK_REASON_LENGTH}
        value={reason}
        error={error}
        onChange={(event) => onReason(event.target.value)}
      />
      <ul className="stock-reasons" aria-label="Reasons">
        {REASONS.map((one) => (
          <li key={one}>
            <button
              type="button"
              className="stock-reason-button"
              aria-pressed={reason === one}
              onClick={() => {
                onReason(one)
                // The next Enter saves.
                field.current?.focus()
              }}
            >
              {one}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
