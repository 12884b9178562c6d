import type { Db } from '../../platform/database/connections/connect.ts'

/** Returns the id of an order's open payment intent. An order has at most one. */
export async function findOpenIntent(db: Db, orderId: string): Promise<string | undefined> {
  const intent = await db
    .selectFrom('payment_intents')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return intent?.id
}
