import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { currentRequestFacts } from './request-facts.ts'

/**
 * Refuses new sessions of banned or deleted users. Runs after the password check: a wrong password reveals no ban. Also
 * ends a new session if the user was banned, or the password was changed, during the sign-in.
 */
export function refuseBannedSessions(db: Db) {
  return {
    id: 'refuse-banned-sessions',
    schema: {
      user: {
        fields: {
          bannedAt: { ...hidden, fieldName: 'banned_at' },
          deletedAt: { ...hidden, fieldName: 'deleted_at' },
        },
      },
    },
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              // Reads on Better Auth's connection, which may be in a transaction. Waiting for a second
              // connection could deadlock when the pool is exhausted.
              async before({ userId }, context) {
                const user = await context?.context.internalAdapter.findUserById(userId)
                if (isBlocked({ ...user })) throw accountClosedError()
              },
              async after({ id, userId }, context) {
                const verifiedHash =
                  context?.path === '/sign-in/email'
                    ? currentRequestFacts().verifiedHash
                    : undefined
                if (await mustEndSession(db, userId, verifiedHash)) {
                  await db.deleteFrom('sessions').where('id', '=', id).execute()
                }
              },
            },
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin
}

const hidden = { type: 'date', required: false, input: false, returned: false } as const

function isBlocked({ bannedAt, deletedAt }: Record<string, unknown>): boolean {
  return Boolean(bannedAt ?? deletedAt)
}

/**
 * Returns true if the user is banned or deleted, or if the password hash is no longer `verifiedHash`. Without
 * `verifiedHash`, does not compare the hash. First waits for a concurrent ban or `reclaimAccountByLink`.
 */
async function mustEndSession(db: Db, userId: string, verifiedHash?: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select(sql<boolean>`banned_at is not null or deleted_at is not null`.as('isBlocked'))
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (user?.isBlocked || verifiedHash === undefined) return user?.isBlocked ?? false
  // This is a separate statement, because a statement that waits for a lock reads other tables from its old snapshot.
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('password', '=', verifiedHash)
    .executeTakeFirst()
  return account === undefined
}

function accountClosedError() {
  return new APIError('FORBIDDEN', {
    code: 'USER_BANNED',
    message: 'This account has been closed. Contact us to find out why.',
  })
}
