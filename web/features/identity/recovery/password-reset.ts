import { readAccessToken } from '../../../api/token.ts'
import { paths } from '../../../paths.ts'
import { callAuthApi } from '../login/sign-in.ts'
import { endRejectedSession } from '../session.ts'

/** Requests an email with a reset link. The response does not reveal whether the account exists. */
export async function sendPasswordResetEmail(email: string): Promise<void> {
  await callAuthApi('/api/auth/request-password-reset', { email, redirectTo: paths.resetPassword })
}

/** Sets a new password. The token works once. All sessions end, including this browser's. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await callAuthApi('/api/auth/reset-password', { token, newPassword })
  if (readAccessToken()) endRejectedSession()
}
