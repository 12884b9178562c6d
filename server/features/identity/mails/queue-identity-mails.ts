import { normalizeEmail } from '@freehub/contract/email'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { AccountMail, QueueMail } from '../../../platform/mail/queue-mail.ts'
import { secureAccountAfterReset } from '../account/secure-account.ts'
import {
  createAccountChangeHooks,
  createLimitedMailQueue,
  notifyOfLinkedProvider,
} from './account-change-hooks.ts'
import { emailLinks } from './email-link-endpoints.ts'
import { CONFIRM_LINK_SECONDS, RESET_LINK_SECONDS } from './read-email-link.ts'

/** Returns the settings and plugins that send the mails of Better Auth through the shop's mail queue. */
export function identityMails({ db, queueMail }: { db: Db; queueMail: QueueMail }) {
  const queueLimited = createLimitedMailQueue(queueMail)
  const send = (mail: AccountMail, to: string) => queueLimited(db, mail, to)

  return {
    passwords: {
      resetPasswordTokenExpiresIn: RESET_LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }: { user: Owner }) =>
        secureAccountAfterReset({ db, queueMail }, user),
    },
    confirmation: {
      sendOnSignUp: true,
      expiresIn: CONFIRM_LINK_SECONDS,
      /** Better Auth calls this function to confirm the current email address, or a new one before a change. */
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
    onLinked: notifyOfLinkedProvider(db, queueMail),
    plugins: [
      passwordResetRequests(send),
      emailLinks(db, queueMail),
      createAccountChangeHooks(db, queueMail),
    ],
  }
}

interface Owner {
  id: string
  email: string
  emailVerified: boolean
}

/** Handles requests for a password reset. Better Auth's own handling takes longer if the account exists. */
function passwordResetRequests(
  send: (mail: AccountMail, to: string) => Promise<void>,
): BetterAuthPlugin {
  return {
    id: 'freehub-password-reset-requests',
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
            const email = normalizeEmail(body.email)
            await send({ kind: 'reset-password', email }, email)
            return json({ status: true })
          }),
        },
      ],
    },
  }
}
