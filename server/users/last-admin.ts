import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Tx } from '../database/connect.ts'

/**
 * Refuses when nobody else is an admin who can come in. Locks all admins, in one order, until the
 * transaction ends: of two who remove each other at once, the second finds himself the last.
 */
export async function lastAdminRefusal(tx: Tx, userId: string): Promise<Refusal | undefined> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const isOneOfThem = admins.some(({ id }) => id === userId)
  return isOneOfThem && admins.length === 1 ? refuse('last_admin') : undefined
}
