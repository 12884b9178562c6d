import type { Db } from '../database/connect.ts'

/** Closes an intent that can no longer be paid: cancelled at the provider, or unknown there. */
export async function forgetIntent(db: Db, intentId: string): Promise<void> {
  await db
    .updateTable('payment_intents')
    .set({ state: 'cancelled' })
    .where('id', '=', intentId)
    .where('state', '=', 'open')
    .execute()
}
