import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { readAccessToken } from '../../../api/access/access-token.ts'
import { CallError } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { AuthError, FocusedText, useRefusal } from '../auth-form-parts.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import { callAuthApi } from '../login/sign-in.ts'
import { endRejectedSession } from '../session.ts'
import { NewPasswordForm, useLinkToken } from './new-password-form.tsx'

const LINK_USED = 'Your new password may already be set. Try to log in with it.'

/** The target of the reset link. Sets a new password. The link is valid once. */
export default function ResetPasswordPage() {
  const [search] = useSearchParams()
  const link = useLinkToken()
  const [isChanged, setChanged] = useState(false)
  const [isResponseLost, setResponseLost] = useState(false)
  const { refusal, attempt } = useRefusal()

  const changePassword = (newPassword: string) =>
    attempt(async () => {
      // The form may be submitted during hydration, when `useLinkToken` returns no token yet.
      const body = { token: search.get('token') ?? '', newPassword }
      await callAuthApi('/api/auth/reset-password', body).catch((error) => {
        if (error instanceof CallError) setResponseLost(true)
        throw error
      })
      // All sessions have ended, including the session of this browser.
      if (readAccessToken()) endRejectedSession()
      setChanged(true)
    })

  if (isChanged) return <PasswordChanged />
  const shownRefusal = refusal ?? link.refusal
  // The server may have completed the attempt whose response was lost.
  const isUsed = isResponseLost && shownRefusal?.code === 'link-expired'
  return (
    <AuthLayout title="New Password">
      {link.refusal === null && (
        <NewPasswordForm submitLabel="Change Password" onSubmit={changePassword} />
      )}
      {shownRefusal && <AuthError text={isUsed ? LINK_USED : shownRefusal.message} />}
      {isUsed && (
        <Link className="btn btn-block" to={paths.login}>
          Login
        </Link>
      )}
      {shownRefusal?.code === 'link-expired' && (
        <Link
          className={isUsed ? 'btn btn-block btn-outline' : 'btn btn-block'}
          to={paths.forgotPassword}
        >
          Request a New Link
        </Link>
      )}
      <p>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </AuthLayout>
  )
}

function PasswordChanged() {
  return (
    <AuthLayout title="Password Changed">
      <FocusedText>You were signed out on all devices. Sign in with your new password.</FocusedText>
      <Link className="btn btn-block" to={paths.login}>
        Login
      </Link>
    </AuthLayout>
  )
}
