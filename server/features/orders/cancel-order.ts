import { orderCan, orderStatus } from '@freehub/contract/orders/orders'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import { releaseStock } from '../catalog/stock/stock.ts'
import { findOpenIntent } from './open-intent.ts'
import { recordEvent } from './order-events.ts'

/**
 * Makes sure that an order's open payment intent can no longer be paid, or refuses. Nothing to do
 * is a success. Given by payments, so that orders need not know them.
 */
export type CloseIntent = (orderId: string) => Promise<Refusal | undefined>

interface Deps {
  db: Db
  queueMail: QueueMail
  closeIntent: CloseIntent
  partsChanged: (ids: string[]) => void
}

/** Whose order may be cancelled: one's own, for an admin anybody's, for the shop one that lapsed. */
interface Who {
  byUser: string | null
  ownOnly: boolean
}

/**
 * Cancels an unpaid order and gives its stock back, once. First it is marked, so that no new
 * intent is made; then the open intent is cancelled at the provider, outside any transaction; then
 * the order. A provider that refuses or does not answer leaves everything as it was.
 * Answers how many were cancelled: 0 when there is no such order.
 */
export async function cancelOrder(
  { db, queueMail, closeIntent, partsChanged }: Deps,
  orderId: string,
  who: Who,
): Promise<{ cancelled: 0 | 1 } | Refusal> {
  const begun = await begin(db, orderId, who)
  if (begun === 'missing') return { cancelled: 0 }
  if (begun === 'paid') return refuse('order_paid')
  const refusal = await closeIntent(orderId)
  if (refusal) {
    await withdraw(db, orderId, refusal)
    return refusal
  }
  const parts = await db.transaction().execute((tx) => finish(tx, queueMail, orderId, who.byUser))
  if (!parts) return { cancelled: 0 }
  if (isRefusal(parts)) return parts
  orderEvents.inc({ event: who.byUser ? 'cancelled' : 'lapsed' })
  partsChanged(parts)
  return { cancelled: 1 }
}

async function begin(db: Db, orderId: string, { byUser, ownOnly }: Who) {
  return db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['paid_at as paidAt', 'shipped_at as shippedAt', 'cancellation_began_at'])
      .where('id', '=', orderId)
      .where('cancelled_at', 'is', null)
      .$if(ownOnly, (query) => query.where('user_id', '=', byUser as string))
      .forUpdate()
      .executeTakeFirst()
    if (!order) return 'missing'
    if (!orderCan(orderStatus(order), 'cancel')) return 'paid'
    if (!order.cancellation_began_at) {
      await tx
        .updateTable('orders')
        .set({ cancellation_began_at: sql<Date>`now()` })
        .where('id', '=', orderId)
        .execute()
      await recordEvent(tx, orderId, 'cancellation_begun', byUser)
    }
    return 'begun'
  })
}

async function withdraw(db: Db, orderId: string, { refused }: Refusal) {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ cancellation_began_at: null })
      .where('id', '=', orderId)
      .where('cancelled_at', 'is', null)
      .where('cancellation_began_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await recordEvent(tx, orderId, 'cancellation_withdrawn', null, { because: refused })
    }
  })
}

/**
 * Two who cancel at once meet here: only one finds the order still live. Under the order's lock no
 * intent can be opened; one that was opened since the last was closed stands in the way.
 */
async function finish(tx: Tx, queueMail: QueueMail, orderId: string, byUser: string | null) {
  const order = await tx
    .selectFrom('orders')
    .select(['paid_at as paidAt', 'shipped_at as shippedAt', 'cancelled_at'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (order.cancelled_at) return undefined
  if (!orderCan(orderStatus(order), 'cancel')) return refuse('order_paid')
  if (await findOpenIntent(tx, orderId)) return refuse('payment_processing')
  const cancelledBy = byUser ?? (await whoBegan(tx, orderId))
  await tx
    .updateTable('orders')
    .set({
      cancellation_began_at: sql<Date>`coalesce(cancellation_began_at, now())`,
      cancelled_at: sql<Date>`now()`,
      cancelled_by: cancelledBy,
    })
    .where('id', '=', orderId)
    .execute()
  await recordEvent(tx, orderId, 'cancelled', cancelledBy)
  await queueMail(tx, { kind: 'order-cancelled', orderId })
  return releaseStock(tx, orderId)
}

/** Of a cancellation that was cut off and that the shop finishes: whose it was. */
async function whoBegan(tx: Tx, orderId: string): Promise<string | null> {
  const begun = await tx
    .selectFrom('order_events')
    .select('by_user')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'cancellation_begun')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return begun?.by_user ?? null
}
