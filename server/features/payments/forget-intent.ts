import type { Db } from '../../platform/database/connections/connect.ts'

/**
 * Closes an intent that can no longer be paid: cancelled at the provider, or unknown there.
 * Answers whether that was news.
 */
export async function forgetIntent(db: Db, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_intents')
    .set({ state: 'cancelled' })
    .where('id', '=', intentId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
