import { randomUUIDv7 } from 'node:crypto'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { findUser } from './find-user.ts'
import { lastAdminRefusal } from './last-admin.ts'

/**
 * Shuts somebody out, at once and for a reason. Answers how many it changed: 0 when he is banned
 * already. Nobody bans himself; nor is the last admin banned.
 */
export async function banUser(
  db: Db,
  email: string,
  reason: string,
  byUser: string,
): Promise<number | Refusal> {
  return db.transaction().execute(async (tx) => {
    const user = await findUser(tx, email)
    if (!user) return refuse('user_missing')
    if (user.id === byUser) return refuse('input_invalid', { detail: 'Nobody bans himself.' })
    const refusal = await lastAdminRefusal(tx, user.id)
    if (refusal) return refusal
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ banned_at: sql<Date>`now()`, banned_by: byUser, ban_reason: reason })
      .where('id', '=', user.id)
      .where('banned_at', 'is', null)
      .executeTakeFirst()
    await closeSessions(tx, user.id)
    return Number(numUpdatedRows)
  })
}

/**
 * Their cookies open nothing any more. The rows stay until the person is let in again: a token that
 * is still about finds them, and its holder is told why it does not count.
 */
async function closeSessions(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ token: sql<string>`'closed-' || gen_random_uuid()` })
    .where('user_id', '=', userId)
    .execute()
}

/** Lets somebody in again; he signs in anew. Answers how many it changed. */
export async function unbanUser(db: Db, email: string, byUser: string): Promise<number | Refusal> {
  return db.transaction().execute(async (tx) => {
    const user = await findUser(tx, email)
    if (!user) return refuse('user_missing')
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ banned_at: null, banned_by: null, ban_reason: null })
      .where('id', '=', user.id)
      .where('banned_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await recordLetIn(tx, user.id, byUser)
      await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    }
    return Number(numUpdatedRows)
  })
}

/** Writes down, for good, who let somebody in again. Bans the database notes by itself. */
async function recordLetIn(tx: Tx, userId: string, byUser: string) {
  await tx
    .insertInto('ban_changes')
    .values({ id: randomUUIDv7(), user_id: userId, banned: false, reason: null, by_user: byUser })
    .execute()
}
