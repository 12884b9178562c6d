import { refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { retryTransaction } from '../../platform/database/run-transaction.ts'
import { releaseStock } from '../catalog/stock/release-and-ship-stock.ts'
import { recordEvent } from './order-events.ts'

/** The refund of an order. `transactionId` is the id of the payment intent that paid the order. */
export interface Refund {
  orderId: string
  transactionId: string
}

/**
 * Marks a paid, unshipped order as being refunded. Returns undefined if the order is already refunded. Ignores the
 * reason if the refund has already started.
 */
export async function startRefund(db: Db, orderId: string, byUser: string, reason?: string) {
  return retryTransaction(db, async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['transaction_id', 'shipped_at', 'cancelled_at', 'refund_began_at', 'refunded_at'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    if (order?.refunded_at) return undefined
    if (!order || order.cancelled_at) return refuse('order_missing')
    if (!order.transaction_id) return refuse('order_not_paid')
    if (order.shipped_at) return refuse('order_shipped')
    if (!order.refund_began_at) {
      await tx
        .updateTable('orders')
        .set({
          refund_began_at: sql<Date>`now()`,
          refund_began_by: byUser,
          retry_at: null,
        })
        .where('id', '=', orderId)
        .execute()
      await recordEvent(tx, orderId, 'refund_begun', byUser, reason ? { reason } : {})
    }
    return { orderId, transactionId: order.transaction_id }
  })
}

/** Removes the mark of a refund that the provider refused. */
export async function withdrawRefund(db: Db, orderId: string, reason: string): Promise<void> {
  await retryTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ refund_began_at: null, refund_began_by: null })
      .where('id', '=', orderId)
      .where('refund_began_at', 'is not', null)
      .where('refunded_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      await recordEvent(tx, orderId, 'refund_withdrawn', null, { because: reason })
  })
}

/** Claims an interrupted refund that began at least 20 seconds ago, and postpones its next attempt. */
export async function claimInterruptedRefund(db: Db): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`
    update orders set retry_at = now() + interval '25 seconds'
    where id = (
      select id from orders
      where refund_began_at < now() - interval '20 seconds' and refunded_at is null
        and (retry_at is null or retry_at <= now())
      order by coalesce(retry_at, refund_began_at) limit 1 for update skip locked)
    returning id as "orderId", transaction_id as "transactionId"`.execute(db)
  return rows[0]
}

/** Marks an order as refunded and releases its stock. Returns part ids, or undefined if already refunded or shipped. */
export async function recordRefund(tx: Tx, { orderId, transactionId }: Refund, refundId: string) {
  const order = await tx
    .updateTable('orders')
    .set({
      refund_began_at: sql<Date>`coalesce(refund_began_at, now())`,
      refunded_at: sql<Date>`now()`,
      cancelled_at: sql<Date>`now()`,
      cancelled_by: sql<string | null>`refund_began_by`,
    })
    .where('id', '=', orderId)
    .where('transaction_id', '=', transactionId)
    .where('shipped_at', 'is', null)
    .where('refunded_at', 'is', null)
    .returning(['refund_began_by', 'total_cents', 'currency'])
    .executeTakeFirst()
  if (!order) return undefined
  const { total_cents: amountCents, currency } = order
  const detail = { transactionId, refundId, amountCents, currency }
  await recordEvent(tx, orderId, 'refunded', order.refund_began_by, detail)
  return releaseStock(tx, orderId)
}
