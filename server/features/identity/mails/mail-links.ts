import { randomBytes } from 'node:crypto'
import { pages } from '@freehub/contract/pages'
import { createEmailVerificationToken } from 'better-auth/api'
import type { Auth } from '../auth.ts'
import type { AccountLinks } from './compose-account-mail.ts'
import {
  CHANGE_LINK_PREFIX,
  CHANGE_REQUEST,
  CONFIRM_LINK_SECONDS,
  RESET_LINK_PREFIX,
  RESET_LINK_SECONDS,
} from './read-email-link.ts'

/**
 * Creates the links of account mails when a mail is sent, so that the links do not expire in the queue, and the queue
 * contains no secrets. A confirmation link opens a page with a button, because mail scanners open every link.
 */
export function createMailLinks(auth: Auth, origin: string): AccountLinks {
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
      return page(pages.confirmEmail, { token })
    },
    async resetPassword(userId) {
      const token = await createSecret(auth, RESET_LINK_PREFIX, userId, RESET_LINK_SECONDS)
      return page(`/api/auth/reset-password/${token}`, { callbackURL: pages.resetPassword })
    },
    async changeEmail({ id, email }, newEmail) {
      const { secret } = await auth.$context
      const once = await createSecret(auth, CHANGE_LINK_PREFIX, id, CONFIRM_LINK_SECONDS)
      const token = await createEmailVerificationToken(
        secret,
        email,
        newEmail,
        CONFIRM_LINK_SECONDS,
        { userId: id, requestType: CHANGE_REQUEST, once },
      )
      return page(pages.confirmEmail, { token })
    },
  }
}

/** Creates a single-use secret and stores it in `verifications`, like Better Auth. */
async function createSecret(
  auth: Auth,
  prefix: string,
  userId: string,
  seconds: number,
): Promise<string> {
  const { internalAdapter } = await auth.$context
  const secret = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: prefix + secret,
    value: userId,
    expiresAt: new Date(Date.now() + seconds * 1000),
  })
  return secret
}
