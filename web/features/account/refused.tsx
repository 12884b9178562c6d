import { isSignInTooOld, wordsOf } from './account-errors.ts'
import { loginAgain } from './login-again.ts'

/** Why a change was refused, and the way on where one has only to sign in once more. */
export function Refused({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <div className="note" role="alert">
      <p>{wordsOf(error)}</p>
      {isSignInTooOld(error) && (
        <button type="button" className="btn btn-outline btn-sm" onClick={loginAgain}>
          Login again
        </button>
      )}
    </div>
  )
}
