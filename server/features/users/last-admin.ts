import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Tx } from '../../platform/database/connections/connect.ts'

/**
 * Refuses when no other user is an admin who can sign in and act: confirmed, not banned. An admin
 * whose rights are paused for want of a second factor counts, for turning it on restores them.
 * Locks all admins, in one order, until the transaction ends: of two admins who remove each other
 * at once, the second is refused.
 */
export async function lastAdminRefusal(tx: Tx, userId: string): Promise<Refusal | undefined> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const isOneOfThem = admins.some(({ id }) => id === userId)
  return isOneOfThem && admins.length === 1 ? refuse('last_admin') : undefined
}
