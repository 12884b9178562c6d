import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { verifiedHash } from '../verified-password.ts'

/**
 * No session for who is banned, by whatever way he comes, and none for an account that is deleted.
 * He is told so only after he has shown who he is.
 */
export function bans(db: Db) {
  return {
    id: 'bans',
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
              // Read by the library, which may be in the middle of a transaction: whoever holds one
              // connection and waits for another may wait for somebody who does the same.
              async before({ userId }, context) {
                const user = await context?.context.internalAdapter.findUserById(userId)
                if (isShutOut({ ...user })) throw closedAccount()
              },
              async after({ id, userId }, context) {
                const hash = context?.path === '/sign-in/email' ? verifiedHash() : undefined
                if (await isShutOutMeanwhile(db, userId, hash)) {
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

function isShutOut({ bannedAt, deletedAt }: Record<string, unknown>): boolean {
  return Boolean(bannedAt ?? deletedAt)
}

/**
 * Waits for a ban or a take-over in progress, which has not seen the session. The session ends then, also
 * if the password was replaced after `hash`, the hash it was checked against.
 */
async function isShutOutMeanwhile(db: Db, userId: string, hash?: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select(sql<boolean>`banned_at is not null or deleted_at is not null`.as('isShutOut'))
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (user?.isShutOut || hash === undefined) return user?.isShutOut ?? false
  // A statement of its own: one that waited for the lock reads other tables as they were before.
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('password', '=', hash)
    .executeTakeFirst()
  return account === undefined
}

function closedAccount() {
  return new APIError('FORBIDDEN', {
    code: 'USER_BANNED',
    message: 'This account is closed by the shop. Write to us to learn why.',
  })
}
