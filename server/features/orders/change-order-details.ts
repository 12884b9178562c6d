import { deriveOrderStatus, type OrderDetails, orderCan } from '@freehub/contract/orders/orders'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { retryTransaction } from '../../platform/database/run-transaction.ts'
import { recordEvent } from './order-events.ts'

/**
 * Changes details of a customer's own unpaid order, in a conditional update. Uses `clock_timestamp()`, because the
 * order may expire while the update waits for a lock. `modifiedCount` is 0 if the details stay the same.
 */
export async function changeOrderDetails(
  db: Db,
  orderId: string,
  customerId: string,
  { phone, address, note, reference }: OrderDetails,
): Promise<{ modifiedCount: 0 | 1 } | Refusal> {
  const details = sql`(coalesce(${phone ?? null}, phone), coalesce(${address ?? null}, address),
    coalesce(${note ?? null}, note), coalesce(${reference ?? null}, customer_reference))`
  const isChange = sql<boolean>`(phone, address, note, customer_reference) is distinct from ${details}`
  return retryTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update orders set (phone, address, note, customer_reference) = ${details}
      where id = ${orderId} and user_id = ${customerId} and ${isChange}
        and paid_at is null and cancelled_at is null and cancellation_began_at is null
        and reserved_until > clock_timestamp()`.execute(tx)
    if (numAffectedRows) {
      await recordEvent(tx, orderId, 'details_changed', customerId)
      return { modifiedCount: 1 }
    }
    const order = await tx
      .selectFrom('orders')
      .select(['paid_at as paidAt', 'shipped_at as shippedAt', 'cancelled_at'])
      .select(isChange.as('isChange'))
      .select(sql<boolean>`reserved_until <= clock_timestamp()`.as('isExpired'))
      .where('id', '=', orderId)
      .where('user_id', '=', customerId)
      .executeTakeFirst()
    if (!order) return refuse('order_missing')
    if (order.cancelled_at) return refuse('order_missing', { detail: 'The order was cancelled.' })
    if (!orderCan(deriveOrderStatus(order), 'edit')) return refuse('order_paid')
    if (order.isExpired) return refuse('reservation_over')
    // A concurrent call may have withdrawn the cancellation since the update.
    return order.isChange ? refuse('cancellation_begun') : { modifiedCount: 0 }
  })
}
