import { accessToken } from '../../../api/token.ts'
import { paths } from '../../../paths.ts'
import { askIdentity } from '../login/sign-in.ts'
import { endRefusedSession } from '../session.ts'

/** Asks for a mail with a link to a new password. Whether there is such an account is not said. */
export async function sendResetMail(email: string): Promise<void> {
  await askIdentity('/api/auth/request-password-reset', { email, redirectTo: paths.resetPassword })
}

/** Sets a new password by the token of such a link, which counts once. All sessions end, this browser's too. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await askIdentity('/api/auth/reset-password', { token, newPassword })
  if (accessToken()) endRefusedSession()
}
