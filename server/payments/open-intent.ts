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

/** The id of an order's one open intent. */
export async function findOpenIntent(db: Db, orderId: string): Promise<string | undefined> {
  const open = await db
    .selectFrom('payment_intents')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return open?.id
}
