import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { type IdentityError, toIdentityError } from '../identity-errors.ts'
import { RedBox } from '../red-box.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { resetPassword } from './password-reset.ts'
import { useLinkToken } from './use-link-token.ts'

/** Target of the reset link: sets a new password. */
export function Component() {
  const link = useLinkToken()
  const [refusal, setRefusal] = useState<IdentityError | null>(null)
  const [isChanged, setChanged] = useState(false)

  async function changePassword(password: string) {
    setRefusal(null)
    try {
      await resetPassword(link.token ?? '', password)
      setChanged(true)
    } catch (error) {
      setRefusal(toIdentityError(error))
    }
  }

  if (isChanged) return <PasswordChanged />
  const shownRefusal = refusal ?? link.refusal
  return (
    <AuthLayout title="New Password">
      {link.refusal === null && (
        <NewPasswordForm submitLabel="Change Password" onSubmit={changePassword} />
      )}
      {shownRefusal && (
        <RedBox text={shownRefusal.message}>
          {shownRefusal.code === 'link-expired' && (
            <Link className="btn btn-outline btn-sm" to={paths.forgotPassword}>
              Request a new link
            </Link>
          )}
        </RedBox>
      )}
    </AuthLayout>
  )
}

function PasswordChanged() {
  return (
    <AuthLayout title="Password Changed">
      <p role="status">You were logged out on all devices. Log in with your new password.</p>
      <Link className="btn btn-block" to={paths.login}>
        Login
      </Link>
    </AuthLayout>
  )
}
