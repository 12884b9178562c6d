import { formatError } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { saveReturnPath } from '../identity/return-path.ts'
import { signOut } from '../identity/session.ts'
import { formatAccountError, isSignInTooOld } from './account-errors.ts'

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
