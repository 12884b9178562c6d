import { deriveOrderStatus, orderCan, type Shipment } from '@freehub/contract/orders/orders'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { isDisputed, isShippable } from '../../platform/database/order-conditions.ts'
import { retryTransaction } from '../../platform/database/run-transaction.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import { shipStock } from '../catalog/stock/release-and-ship-stock.ts'
import { recordEvent } from './order-events.ts'

/**
 * Ships a paid order once and removes its stock. `shipped` is 0 if the order is already shipped, cancelled or missing.
 * Refuses an unpaid order, one with a refund, and one whose payment is disputed.
 */
export async function shipOrder(
  { db, queueMail }: { db: Db; queueMail: QueueMail },
  orderId: string,
  byUser: string,
  shipment: Shipment = {},
): Promise<{ shipped: 0 | 1 } | Refusal> {
  const outcome = await retryTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({
        shipped_at: sql<Date>`now()`,
        shipped_by: byUser,
        carrier: shipment.carrier || null,
        tracking_number: shipment.trackingNumber || null,
      })
      .where('id', '=', orderId)
      .where(isShippable)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await shipStock(tx, orderId, byUser)
      await recordEvent(tx, orderId, 'shipped', byUser)
      await queueMail(tx, { kind: 'order-shipped', orderId })
      return { shipped: 1 } as const
    }
    const order = await tx
      .selectFrom('orders')
      .select(['paid_at as paidAt', 'shipped_at as shippedAt', 'refund_began_at'])
      .select(['cancelled_at', 'refunded_at'])
      .select(isDisputed.as('isDisputed'))
      .where('id', '=', orderId)
      .executeTakeFirst()
    if (order?.refunded_at) return refuse('refund_begun', { detail: 'The order was refunded.' })
    if (order?.refund_began_at) return refuse('refund_begun')
    if (order?.isDisputed && !order.shippedAt) return refuse('order_disputed')
    const isUnpaid = order && !order.cancelled_at && orderCan(deriveOrderStatus(order), 'pay')
    return isUnpaid ? refuse('order_not_paid') : ({ shipped: 0 } as const)
  })
  if (!isRefusal(outcome)) orderEvents.inc({ event: 'shipped' }, outcome.shipped)
  return outcome
}
