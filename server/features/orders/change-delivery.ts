import { type DeliveryChange, deriveOrderStatus, orderCan } from '@freehub/contract/orders/orders'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { retryTransaction } from '../../platform/database/run-transaction.ts'
import { recordEvent } from './order-events.ts'

/**
 * Corrects the address and phone of an order, in a conditional update. `billed_address` and `billed_phone` of a paid
 * order keep the earlier values, for its invoice. Refuses a shipped, cancelled or refunded order, and a change of values
 * other than `seen`. `modifiedCount` is 0 if the new values equal the current ones.
 */
export async function changeDelivery(
  db: Db,
  orderId: string,
  byUser: string,
  { address, phone, seen }: DeliveryChange,
): Promise<{ modifiedCount: 0 | 1 } | Refusal> {
  const isChange = sql<boolean>`(address, phone) is distinct from (${address}, ${phone})`
  return retryTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      update orders set address = ${address}, phone = ${phone},
        billed_address = case when paid_at is not null then coalesce(billed_address, address) end,
        billed_phone = case when paid_at is not null then coalesce(billed_phone, phone) end
      where id = ${orderId} and ${isChange} and (address, phone) = (${seen.address}, ${seen.phone})
        and shipped_at is null and cancelled_at is null and refund_began_at is null`.execute(tx)
    if (numAffectedRows) {
      await recordEvent(tx, orderId, 'details_changed', byUser)
      return { modifiedCount: 1 }
    }
    const order = await tx
      .selectFrom('orders')
      .select(['paid_at as paidAt', 'shipped_at as shippedAt', 'cancelled_at'])
      .select(['refund_began_at', 'refunded_at'])
      .select(isChange.as('isChange'))
      .where('id', '=', orderId)
      .executeTakeFirst()
    if (!order) return refuse('order_missing')
    if (order.refunded_at) return refuse('refund_begun', { detail: 'The order was refunded.' })
    if (order.refund_began_at) return refuse('refund_begun')
    if (order.cancelled_at) return refuse('order_missing', { detail: 'The order was cancelled.' })
    if (!orderCan(deriveOrderStatus(order), 'editDelivery')) return refuse('order_shipped')
    return order.isChange ? refuse('order_changed') : { modifiedCount: 0 }
  })
}
