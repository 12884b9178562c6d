import { useState } from 'react'
import { Link } from 'react-router'
import { readAccessToken } from '../../../api/token.ts'
import { paths } from '../../../paths.ts'
import { RedBox } from '../auth-form.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import { type IdentityError, toIdentityError } from '../identity-errors.ts'
import { callAuthApi } from '../login/sign-in.ts'
import { endRejectedSession } from '../session.ts'
import { NewPasswordForm, useLinkToken } from './new-password-form.tsx'

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

/** Requests an email with a reset link. The response does not reveal whether the account exists. */
export async function sendPasswordResetEmail(email: string): Promise<void> {
  await callAuthApi('/api/auth/request-password-reset', { email, redirectTo: paths.resetPassword })
}

/** Sets a new password. The token works once. All sessions end, including this browser's. */
async function resetPassword(token: string, newPassword: string): Promise<void> {
  await callAuthApi('/api/auth/reset-password', { token, newPassword })
  if (readAccessToken()) endRejectedSession()
}
