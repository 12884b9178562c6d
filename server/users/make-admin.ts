import { normalEmail } from '@freehub/contract/email'
import type { Db } from '../database/connect.ts'
import { recordRoleChange } from './role-changes.ts'

/**
 * Makes a user an admin, and writes down by whom (nobody: the shop's own command). Answers how many
 * it changed: 0 when there is none, he is one already, or is banned.
 */
export async function makeAdmin(
  db: Db,
  email: string,
  by: { id: string; email: string } | null,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ role: 'admin' })
      .where('email', '=', normalEmail(email))
      .where('role', '<>', 'admin')
      .where('banned_at', 'is', null)
      .where('deleted_at', 'is', null)
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!user) return 0
    await recordRoleChange(tx, user, 'admin', by)
    return 1
  })
}
