import { randomUUIDv7 } from 'node:crypto'
import { refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { changeUser, refuseLastAdmin } from './roles.ts'

/** Bans a user immediately. Returns 0 if the user is already banned. Refuses the last admin and the own account. */
export async function banUser(db: Db, email: string, reason: string, byUser: string) {
  return changeUser(db, email, async (tx, user) => {
    if (user.id === byUser) return refuse('input_invalid', { detail: 'You cannot ban yourself.' })
    const refusal = await refuseLastAdmin(tx, user.id)
    if (refusal) return refusal
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ banned_at: sql<Date>`now()`, banned_by: byUser, ban_reason: reason })
      .where('id', '=', user.id)
      .where('banned_at', 'is', null)
      .executeTakeFirst()
    // The new secret makes the cookies invalid. The rows stay until the ban ends, so that access
    // tokens are refused with `user_banned`.
    await tx
      .updateTable('sessions')
      .set({ token: sql<string>`'closed-' || gen_random_uuid()` })
      .where('user_id', '=', user.id)
      .execute()
    return Number(numUpdatedRows)
  })
}

/** Ends a ban. The user must sign in again. Returns the number of changed users. */
export async function unbanUser(db: Db, email: string, byUser: string) {
  return changeUser(db, email, async (tx, user) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ banned_at: null, banned_by: null, ban_reason: null })
      .where('id', '=', user.id)
      .where('banned_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 0
    // The trigger `users_record_ban` records only bans: at the end of a ban, no column of `users` contains the admin.
    await tx
      .insertInto('ban_changes')
      .values({
        id: randomUUIDv7(),
        user_id: user.id,
        banned: false,
        reason: null,
        by_user: byUser,
      })
      .execute()
    await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    return 1
  })
}
