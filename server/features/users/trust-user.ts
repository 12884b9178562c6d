import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { findUser } from './roles.ts'

/** Lifts the limits on unpaid orders. Requires a confirmed e-mail. Returns 0 if already trusted. */
export async function trustUser(db: Db, email: string, byUser: string): Promise<number | Refusal> {
  const user = await findUser(db, email)
  if (!user) return refuse('user_missing')
  const { rows } = await sql<{ confirmed: boolean; changed: boolean }>`
    with changed as (
      update users set trusted_at = now(), trusted_by = ${byUser}::uuid
      where id = ${user.id}::uuid and email_verified and trusted_at is null and deleted_at is null
      returning id
    )
    select email_verified as confirmed, exists (select from changed) as changed
    from users where id = ${user.id}::uuid`.execute(db)
  const { confirmed, changed } = rows[0] ?? { confirmed: false, changed: false }
  if (!confirmed && !changed) return refuse('email_not_confirmed')
  return Number(changed)
}

/** Restores the limits. Existing orders stay. Returns how many users it changed. */
export async function distrustUser(db: Db, email: string): Promise<number | Refusal> {
  const user = await findUser(db, email)
  if (!user) return refuse('user_missing')
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ trusted_at: null, trusted_by: null })
    .where('id', '=', user.id)
    .where('trusted_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
