import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

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
              async after({ id, userId }) {
                if (await isShutOutMeanwhile(db, userId)) {
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

/** Waits for a ban that is under way: it has not seen the session, so that the session must see it. */
async function isShutOutMeanwhile(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select(sql<boolean>`banned_at is not null or deleted_at is not null`.as('isShutOut'))
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  return user?.isShutOut ?? false
}

function closedAccount() {
  return new APIError('FORBIDDEN', {
    code: 'USER_BANNED',
    message: 'This account is closed by the shop. Write to us to learn why.',
  })
}
