import { randomBytes } from 'node:crypto'
import { createEmailVerificationToken } from 'better-auth/api'
import type { Auth } from '../auth.ts'
import type { AccountLinks } from './account-letter.ts'
import {
  CHANGE_LINK,
  CHANGE_REQUEST,
  CONFIRM_LINK_SECONDS,
  RESET_LINK,
  RESET_LINK_SECONDS,
} from './link-kinds.ts'

/**
 * The links of mails. They are made when a mail is sent, not when it is asked for, so that one that
 * had to wait for its mail server is as good as any; and nothing in the queue opens an account.
 *
 * A link to confirm leads to a page where a person presses: programs that look into mails open
 * every link. One to a new password leads over the identity provider, which says if it has run out.
 */
export function mailLinks(auth: Auth, origin: string): AccountLinks {
  const page = (path: string, query: Record<string, string>) =>
    `${origin}${path}?${new URLSearchParams(query)}`
  return {
    async confirmEmail({ id, email }) {
      const { secret } = await auth.$context
      const token = await createEmailVerificationToken(
        secret,
        email,
        undefined,
        CONFIRM_LINK_SECONDS,
        { userId: id },
      )
      return page('/confirm-email', { token })
    },
    async resetPassword(userId) {
      const token = await keep(auth, RESET_LINK, userId, RESET_LINK_SECONDS)
      return page(`/api/auth/reset-password/${token}`, { callbackURL: '/login/reset' })
    },
    async changeEmail({ id, email }, newEmail) {
      const { secret } = await auth.$context
      const once = await keep(auth, CHANGE_LINK, id, CONFIRM_LINK_SECONDS)
      const token = await createEmailVerificationToken(
        secret,
        email,
        newEmail,
        CONFIRM_LINK_SECONDS,
        { userId: id, requestType: CHANGE_REQUEST, once },
      )
      return page('/confirm-email', { token })
    },
  }
}

/** Keeps a secret for a time, as the identity provider does; it counts once. */
async function keep(auth: Auth, prefix: string, userId: string, seconds: number): Promise<string> {
  const { internalAdapter } = await auth.$context
  const secret = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: prefix + secret,
    value: userId,
    expiresAt: new Date(Date.now() + seconds * 1000),
  })
  return secret
}
