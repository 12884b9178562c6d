import { isRefusal } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { cancelOrder } from './cancel-order.ts'

const AT_ONCE = 20

/**
 * Cancels unpaid orders whose reservation has run out, and those whose cancellation was cut off
 * half-way, through the same door as everybody. Answers how many; the rest waits for the next round.
 */
export async function lapseOrders(
  db: Db,
  cancel: (orderId: string) => ReturnType<typeof cancelOrder>,
): Promise<number> {
  const due = await db
    .selectFrom('orders')
    .select('id')
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('reserved_until', '<', sql<Date>`now()`),
        eb('cancellation_began_at', '<', sql<Date>`now() - interval '1 minute'`),
      ]),
    )
    .orderBy('reserved_until')
    .limit(AT_ONCE)
    .execute()
  let lapsed = 0
  for (const { id } of due) {
    const cancelled = await cancel(id)
    if (!isRefusal(cancelled)) lapsed += cancelled.cancelled
  }
  return lapsed
}
