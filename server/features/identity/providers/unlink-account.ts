import { BASE_ERROR_CODES, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getOAuthState, getSessionFromCtx } from 'better-auth/api'
import { sql } from 'kysely'
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
              const { provider_id: provider } = unlinked
              await tx
                .updateTable('users')
                .set({
                  unlinked_providers: sql`array_remove(unlinked_providers, ${provider}) || ${provider}::text`,
                })
                .where('id', '=', userId)
                .execute()
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

/**
 * Prevents a sign-in from linking a provider that the user has unlinked: `provider_unlinked`. The user may have lost
 * control of the account there. An explicit link by the user is permitted.
 */
export function refuseUnlinkedProviders(
  db: Db,
): NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']> {
  return async ({ user, source: { action, oauth } }) => {
    if (action !== 'link-account' || !user.id || (await getOAuthState())?.link) return
    const { unlinked_providers: unlinked } = await db
      .selectFrom('users')
      .select('unlinked_providers')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (unlinked.includes(oauth?.providerId ?? '')) return { error: 'provider_unlinked' }
  }
}
