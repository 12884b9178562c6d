import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { releaseStock } from '../catalog/stock/stock.ts'
import { recordEvent } from './order-events.ts'

/** A refund under way: which payment of which order goes back. */
export interface Refund {
  orderId: string
  transactionId: string
}

/**
 * Marks a paid order that is not shipped as being refunded, so that nobody ships it meanwhile.
 * Undefined when it is refunded already; marked already, it is answered as it is.
 */
export async function beginRefund(
  db: Db,
  orderId: string,
  byUser: string,
): Promise<Refund | undefined | Refusal> {
  return db.transaction().execute(async (tx) => {
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
          lapse_again_at: null,
        })
        .where('id', '=', orderId)
        .execute()
      await recordEvent(tx, orderId, 'refund_begun', byUser)
    }
    return { orderId, transactionId: order.transaction_id }
  })
}

/** Takes the mark away: the provider will not refund it. */
export async function withdrawRefund(db: Db, orderId: string, because: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ refund_began_at: null, refund_began_by: null })
      .where('id', '=', orderId)
      .where('refund_began_at', 'is not', null)
      .where('refunded_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await recordEvent(tx, orderId, 'refund_withdrawn', null, { because })
  })
}

/**
 * A refund that was begun so long ago that whoever began it is gone. It is claimed by moving its next
 * try, and whose try is longest ago is next: one that the provider does not do holds up no other.
 */
export async function claimCutOffRefund(db: Db): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`
    update orders set lapse_again_at = now() + interval '25 seconds'
    where id = (
      select id from orders
      where refund_began_at < now() - interval '20 seconds' and refunded_at is null
        and (lapse_again_at is null or lapse_again_at <= now())
      order by coalesce(lapse_again_at, refund_began_at) limit 1 for update skip locked)
    returning id as "orderId", transaction_id as "transactionId"`.execute(db)
  return rows[0]
}

/**
 * Writes that an order's money has gone back: it is refunded and cancelled, by whoever began it,
 * and its pieces are free again. Answers their parts, or undefined when it is refunded already, or
 * shipped. To be called in one transaction with the payment's own row.
 */
export async function finishRefund(
  tx: Tx,
  { orderId, transactionId }: Refund,
  refundId: string,
): Promise<string[] | undefined> {
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
