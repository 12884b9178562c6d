import type { Db } from '../../platform/database/connections/connect.ts'

/**
 * Marks an open intent as cancelled in the ledger, after it was cancelled at or lost by the provider.
 * Returns whether it was open.
 */
export async function markIntentCancelled(db: Db, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_intents')
    .set({ state: 'cancelled' })
    .where('id', '=', intentId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
