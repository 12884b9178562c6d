import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Entrance } from '../entrance.tsx'
import { asIdentityError, type IdentityError } from '../identity-errors.ts'
import { RedBox } from '../red-box.tsx'
import { resetPassword } from './forgotten-password.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of a mail leads: a new password, once. */
export function Component() {
  const link = useLinkToken()
  const [refusal, setRefusal] = useState<IdentityError | null>(null)
  const [done, setDone] = useState(false)

  async function change(password: string) {
    setRefusal(null)
    try {
      await resetPassword(link.token ?? '', password)
      setDone(true)
    } catch (error) {
      setRefusal(asIdentityError(error))
    }
  }

  if (done) return <Changed />
  const shown = refusal ?? link.refusal
  return (
    <Entrance title="New Password">
      {link.refusal === null && <NewPasswordForm send="Change Password" onTyped={change} />}
      {shown && (
        <RedBox text={shown.message}>
          {shown.code === 'link-expired' && (
            <Link className="btn btn-outline btn-sm" to={paths.forgotPassword}>
              Ask for a new link
            </Link>
          )}
        </RedBox>
      )}
    </Entrance>
  )
}

function Changed() {
  return (
    <Entrance title="Password Changed">
      <p role="status">You are logged out everywhere. Login with your new password.</p>
      <Link className="btn btn-block" to={paths.login}>
        Login
      </Link>
    </Entrance>
  )
}
