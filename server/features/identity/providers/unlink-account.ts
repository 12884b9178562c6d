import { BASE_ERROR_CODES, type BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { createLimitedMailQueue } from '../mails/account-change-hooks.ts'

/** Unlinks a user's provider accounts. A row lock prevents concurrent calls from removing the last account. */
export function accountUnlinking(db: Db, queueMail: QueueMail): BetterAuthPlugin {
  const queueLimited = createLimitedMailQueue(queueMail)
  return {
    id: 'freehub-account-unlinking',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/unlink-account',
          handler: createAuthMiddleware(async (ctx) => {
            const current = await getSessionFromCtx(ctx)
            if (!current) throw new APIError('UNAUTHORIZED')
            const { id: userId, email } = current.user
            await db.transaction().execute(async (tx) => {
              await tx
                .selectFrom('users')
                .select('id')
                .where('id', '=', userId)
                .forUpdate()
                .execute()
              const accounts = await tx
                .selectFrom('accounts')
                .select(['id', 'provider_id'])
                .where('user_id', '=', userId)
                .execute()
              const unlinked = accounts.find(
                ({ id, provider_id }) => id === ctx.body?.accountId && provider_id !== 'credential',
              )
              if (accounts.length < 2) {
                throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.FAILED_TO_UNLINK_LAST_ACCOUNT)
              }
              if (!unlinked) throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.ACCOUNT_NOT_FOUND)
              await tx.deleteFrom('accounts').where('id', '=', unlinked.id).execute()
              const mail = { kind: 'account-changed', userId, what: 'provider-unlinked' } as const
              await queueLimited(tx, mail, email)
            })
            return ctx.json({ status: true })
          }),
        },
      ],
    },
  }
}
