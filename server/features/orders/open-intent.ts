import type { Db } from '../../platform/database/connections/connect.ts'

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
