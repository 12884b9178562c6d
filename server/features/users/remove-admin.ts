import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { findUser } from './find-user.ts'
import { refuseLastAdmin } from './last-admin.ts'
import { recordRoleChange } from './role-changes.ts'

interface Person {
  id: string
  email: string
}

/** Makes an admin a customer. Returns how many users it changed: 0 if the user is no admin. */
export async function removeAdmin(db: Db, email: string, by: Person): Promise<number | Refusal> {
  return db.transaction().execute(async (tx) => {
    const user = await findUser(tx, email)
    return user ? demoteAdmin(tx, user, by) : refuse('user_missing')
  })
}

/** Removes the admin role, except from the last admin. Returns how many users it changed. */
export async function demoteAdmin(tx: Tx, user: Person, by: Person): Promise<number | Refusal> {
  const refusal = await refuseLastAdmin(tx, user.id)
  if (isRefusal(refusal)) return refusal
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ role: 'customer' })
    .where('id', '=', user.id)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return 0
  await recordRoleChange(tx, user, 'customer', by)
  return 1
}
