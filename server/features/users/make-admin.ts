import { normalizeEmail } from '@freehub/contract/email'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { recordRoleChange } from './role-changes.ts'

/**
 * Makes a user with a confirmed e-mail an admin and records by whom (null: the shop's command).
 * Returns how many users it changed: 0 when there is no such user, or the user is an admin or banned.
 * Refuses with `email_not_confirmed`: the user who signed up may not own the address.
 */
export async function makeAdmin(
  db: Db,
  email: string,
  by: { id: string; email: string } | null,
): Promise<number | Refusal> {
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ role: 'admin' })
      .where('email', '=', normalizeEmail(email))
      .where('email_verified', '=', true)
      .where('role', '<>', 'admin')
      .where('banned_at', 'is', null)
      .where('deleted_at', 'is', null)
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!user) return (await isUnconfirmed(tx, email)) ? refuse('email_not_confirmed') : 0
    await recordRoleChange(tx, user, 'admin', by)
    return 1
  })
}

async function isUnconfirmed(tx: Tx, email: string): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', normalizeEmail(email))
    .where('email_verified', '=', false)
    .where('role', '<>', 'admin')
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return user !== undefined
}
