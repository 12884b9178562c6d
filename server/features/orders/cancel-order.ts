import { orderCan, orderStatus } from '@freehub/contract/orders/orders'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { releaseStock } from '../catalog/stock/stock.ts'
import { type Principal, visibleTo } from '../identity/guards.ts'
import { recordEvent } from './order-events.ts'
import { findOpenIntent } from './payment-state.ts'

/** Cancels an order's open payment intent, or refuses if it may still be paid. The payments feature provides it. */
export type CloseIntent = (orderId: string) => Promise<Refusal | undefined>

type Deps = Pick<Shop, 'db' | 'queueMail' | 'partsChanged'> & { closeIntent: CloseIntent }

/** The user who cancels, or null for the server. */
type Actor = Pick<Principal, 'id' | 'role'> | null

/**
 * Cancels an unpaid order and releases its stock, once. Returns 0 if there is no such order. A mark
 * prevents new intents while the open one is cancelled at the provider.
 */
export async function cancelOrder(
  { db, queueMail, closeIntent, partsChanged }: Deps,
  orderId: string,
  actor: Actor,
): Promise<{ cancelled: 0 | 1 } | Refusal> {
  const state = await startCancellation(db, orderId, actor)
  if (state === 'missing') return { cancelled: 0 }
  if (state === 'paid') return refuse('order_paid')
  const refusal = await closeIntent(orderId)
  if (refusal) {
    await withdrawCancellation(db, orderId, refusal)
    return refusal
  }
  const byUser = actor?.id ?? null
  const parts = await db
    .transaction()
    .execute((tx) => finishCancellation(tx, queueMail, orderId, byUser))
  if (!parts) return { cancelled: 0 }
  if (isRefusal(parts)) return parts
  orderEvents.inc({ event: actor ? 'cancelled' : 'expired' })
  partsChanged(parts)
  return { cancelled: 1 }
}

async function startCancellation(db: Db, orderId: string, actor: Actor) {
  return db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['paid_at as paidAt', 'shipped_at as shippedAt', 'cancellation_began_at'])
      .where('id', '=', orderId)
      .where('cancelled_at', 'is', null)
      .$if(actor !== null, (query) => query.where(visibleTo(actor as Principal)))
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
      await recordEvent(tx, orderId, 'cancellation_begun', actor?.id ?? null)
    }
    return 'started'
  })
}

async function withdrawCancellation(db: Db, orderId: string, { refused }: Refusal) {
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

/** Cancels the order under its row lock. Refuses if an intent was opened since `closeIntent`. */
async function finishCancellation(
  tx: Tx,
  queueMail: QueueMail,
  orderId: string,
  byUser: string | null,
) {
  const order = await tx
    .selectFrom('orders')
    .select(['paid_at as paidAt', 'shipped_at as shippedAt', 'cancelled_at'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (order.cancelled_at) return undefined
  if (!orderCan(orderStatus(order), 'cancel')) return refuse('order_paid')
  if (await findOpenIntent(tx, orderId)) return refuse('payment_processing')
  const cancelledBy = byUser ?? (await findCancellationStarter(tx, orderId))
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

/** Finds who started an interrupted cancellation, which the server now finishes. */
async function findCancellationStarter(tx: Tx, orderId: string): Promise<string | null> {
  const started = await tx
    .selectFrom('order_events')
    .select('by_user')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'cancellation_begun')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return started?.by_user ?? null
}
