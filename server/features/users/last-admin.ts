import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Tx } from '../../platform/database/connections/connect.ts'

/**
 * Refuses `last_admin` if the user is the only admin who is confirmed and not banned. Admins without a
 * second factor count: turning it on restores their rights. Locks all admins in one order until the
 * transaction ends, so that of two admins who remove each other at once the second is refused.
 */
export async function refuseLastAdmin(tx: Tx, userId: string): Promise<Refusal | undefined> {
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
  const isAdmin = admins.some(({ id }) => id === userId)
  return isAdmin && admins.length === 1 ? refuse('last_admin') : undefined
}
