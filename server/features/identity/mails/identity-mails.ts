import { normalEmail } from '@freehub/contract/email'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { AccountMail, QueueMail } from '../../../platform/mail/queue-mail.ts'
import { accountNotices, tellOfLinking } from './account-notices.ts'
import { emailLinks } from './email-links.ts'
import { limitMails } from './limited-mails.ts'
import { CONFIRM_LINK_SECONDS, RESET_LINK_SECONDS } from './link-kinds.ts'
import { takeOver } from './take-over.ts'

/**
 * What the identity provider writes to people, as jobs of the shop's outbox: which settings of its
 * it takes, and what is the shop's own about it.
 */
export function identityMails({ db, queueMail }: { db: Db; queueMail: QueueMail }) {
  const queueLimited = limitMails(queueMail)
  const send = (mail: AccountMail, to: string) => queueLimited(db, mail, to)

  return {
    passwords: {
      resetPasswordTokenExpiresIn: RESET_LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }: { user: Owner }) => takeOver({ db, queueMail }, user),
    },
    confirmation: {
      sendOnSignUp: true,
      expiresIn: CONFIRM_LINK_SECONDS,
      /** Asked to send to the address that an account has, or shall have. */
      async sendVerificationEmail({ user }: { user: Owner }) {
        const owner = await db
          .selectFrom('users')
          .select(['id', 'email'])
          .where('id', '=', user.id)
          .executeTakeFirst()
        if (!owner) return
        if (owner.email === user.email) {
          return send({ kind: 'confirm-email', userId: user.id }, user.email)
        }
        const change = { userId: user.id, newEmail: user.email }
        await send({ kind: 'change-email', ...change }, user.email)
        await send({ kind: 'email-changing', ...change }, owner.email)
      },
    },
    onLinked: tellOfLinking(db, queueMail),
    plugins: [forgottenPasswords(send), emailLinks(db, queueMail), accountNotices(db, queueMail)],
  }
}

interface Owner {
  id: string
  email: string
  emailVerified: boolean
}

/**
 * Answers the asking for a new password in the identity provider's place, which looks for the
 * account first and so takes longer where there is one. Here the one who writes the mail looks.
 */
function forgottenPasswords(
  send: (mail: AccountMail, to: string) => Promise<void>,
): BetterAuthPlugin {
  return {
    id: 'forgotten-passwords-of-the-shop',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/request-password-reset',
          handler: createAuthMiddleware(async ({ body, json }) => {
            if (typeof body?.email !== 'string') {
              throw new APIError('BAD_REQUEST', {
                code: 'INVALID_EMAIL',
                message: 'Provide a valid email',
              })
            }
            const email = normalEmail(body.email)
            await send({ kind: 'reset-password', email }, email)
            return json({ status: true })
          }),
        },
      ],
    },
  }
}
