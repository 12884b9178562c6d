import { formatError } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { InboxLink } from '../../ui/inbox-link.tsx'
import { saveReturnPath } from '../identity/return-path.ts'
import { signOut } from '../identity/session.ts'
import { formatAccountError, isSignInTooOld } from './account-api.ts'

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

/** Shows why a change was refused. Offers a new login if the sign-in is too old. */
export function AccountErrorNote({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <div className="note" role="alert">
      <p>{formatAccountError(error)}</p>
      {isSignInTooOld(error) && (
        <button type="button" className="btn btn-outline btn-sm" onClick={signInAgain}>
          Log in again
        </button>
      )}
    </div>
  )
}

/** Signs out, which redirects to the login. The login leads back to the account page. */
function signInAgain(): void {
  saveReturnPath(paths.account)
  signOut().catch((error) => void showToast(formatError(error), 'error'))
}

/** States that an email or SMS was sent. In the sandbox it also links to the inbox. */
export function MessageSent({ text }: { text: string }) {
  return (
    <div className="note note-plain" role="status">
      <p>{text}</p>
      <InboxLink />
    </div>
  )
}
