import { refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { changeUser } from './roles.ts'

/**
 * Marks a customer as trusted, which exempts them from the limits on the value and stock of unpaid orders. Returns the
 * number of changed users: 0 if the customer is already trusted. Refuses an unknown and an unconfirmed email.
 */
export async function trustUser(db: Db, email: string, byUser: string) {
  return changeUser(db, email, async (tx, user) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ trusted_at: sql<Date>`now()`, trusted_by: byUser })
      .where('id', '=', user.id)
      .where('email_verified', '=', true)
      .where('trusted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return 1
    return user.email_verified ? 0 : refuse('email_not_confirmed')
  })
}

/** Restores a customer's limits on unpaid orders. Keeps existing orders. Returns the number of changed users. */
export async function distrustUser(db: Db, email: string) {
  return changeUser(db, email, async (tx, user) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ trusted_at: null, trusted_by: null })
      .where('id', '=', user.id)
      .where('trusted_at', 'is not', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
