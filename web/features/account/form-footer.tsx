import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { AccountErrorNote } from './account-error-note.tsx'

interface FormFooterProps {
  submitLabel: string
  /** Label of the submit button while the call is pending. */
  busyLabel: string
  busy: boolean
  error: Error | null
  onCancel: () => void
}

/** Error note, submit button and cancel button of an account form. */
export function FormFooter({ submitLabel, busyLabel, busy, error, onCancel }: FormFooterProps) {
  return (
    <>
      <AccountErrorNote error={error} />
      <div className="act">
        <SubmitButton busy={busy} busyLabel={busyLabel}>
          {submitLabel}
        </SubmitButton>
        <button type="button" className="btn btn-outline" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </>
  )
}
