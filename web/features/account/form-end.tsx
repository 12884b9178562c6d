import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Refused } from './refused.tsx'

interface FormEndProps {
  /** What the button says that sends the form, and what it says meanwhile. */
  send: string
  atWork: string
  busy: boolean
  error: Error | null
  onCancel: () => void
}

/** The foot of a form of the account: why it was refused, and its two buttons. */
export function FormEnd({ send, atWork, busy, error, onCancel }: FormEndProps) {
  return (
    <>
      <Refused error={error} />
      <div className="act">
        <SubmitButton busy={busy} atWork={atWork}>
          {send}
        </SubmitButton>
        <button type="button" className="btn btn-outline" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </>
  )
}
