import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import { recordEvent } from '../orders/order-events.ts'
import { selectBookedIntents } from './booked-intents.ts'
import { completeRefund } from './complete-refund.ts'
import type { BookedIntent } from './disagreement.ts'
import { forgetIntent } from './forget-intent.ts'
import type { PaymentDeps } from './payment-deps.ts'
import type { Intent } from './provider/provider.ts'

/**
 * What came of looking: settled now; settled before; still open; closed, at the provider or for
 * want of an order that waits for it; money that came too late, disagrees or has gone back,
 * refunded; an intent that is none of ours.
 */
export type Settlement = 'settled' | 'already' | 'open' | 'cancelled' | 'refunded' | 'foreign'

/** True when the intent is done with, and its order is not paid by it. */
export const isOver = (outcome: Settlement) => outcome === 'cancelled' || outcome === 'refunded'

/**
 * The one door to paid. Asks the provider about an intent; when it has succeeded, for this order,
 * this amount and this currency, the order becomes paid, once. Money for an order that is
 * cancelled or paid otherwise, or that is not its total, goes back and is noted. Nobody else's word
 * is believed: which order an intent is for say the books, and only of one that they do not know
 * the provider. Throws ProviderUnavailable.
 */
export async function settle(deps: PaymentDeps, intentId: string): Promise<Settlement> {
  const intent = await deps.cards.readIntent(intentId)
  if (!intent) return (await forgetIntent(deps.db, intentId)) ? 'cancelled' : 'foreign'
  const booked = await findBooked(deps.db, intentId)
  const orderId = booked?.orderId ?? intent.orderId
  if (!orderId || !isUuid(orderId)) return 'foreign'
  if (intent.state === 'succeeded') return count(deps, intent, orderId)
  if (intent.state === 'open' && (await waitsFor(deps.db, intent, orderId, booked))) return 'open'
  if (intent.state === 'processing') return 'open'
  return close(deps, intent, orderId)
}

async function findBooked(db: Db, intentId: string): Promise<BookedIntent | undefined> {
  return selectBookedIntents(db).where('id', '=', intentId).executeTakeFirst()
}

/** Whether the order still waits for this intent. One that was altered is not waited for. */
async function waitsFor(db: Db, intent: Intent, orderId: string, booked?: BookedIntent) {
  if (booked && (booked.state !== 'open' || booked.orderId !== intent.orderId)) return false
  if (booked && booked.amountCents !== intent.amountCents) return false
  if (booked && booked.currency !== intent.currency) return false
  const order = await db
    .selectFrom('orders')
    .select(['paid_at', 'cancelled_at'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  return !order?.paid_at && !order?.cancelled_at
}

/** Closes it on both sides, so that nobody pays it; money that is quicker is counted. */
async function close(deps: PaymentDeps, intent: Intent, orderId: string): Promise<Settlement> {
  const now = intent.state === 'cancelled' ? intent : await deps.cards.cancelIntent(intent.id)
  if (now?.state === 'succeeded') return count(deps, now, orderId)
  if (now && now.state !== 'cancelled') return 'open'
  await forgetIntent(deps.db, intent.id)
  return 'cancelled'
}

async function count(deps: PaymentDeps, intent: Intent, orderId: string): Promise<Settlement> {
  const outcome = await deps.db.transaction().execute((tx) => record(tx, deps, intent, orderId))
  if (outcome === 'settled') orderEvents.inc({ event: 'paid' })
  if (outcome === 'late_payment_refunded' || outcome === 'payment_disagrees') {
    return giveBack(deps, intent, orderId, outcome)
  }
  if (outcome !== 'gone_back') return outcome
  const refunded = await completeRefund(deps, { orderId, transactionId: intent.id })
  return refunded ? 'refunded' : 'already'
}

/** Why money goes back: it came for an order that was no longer waiting, or it is not what was asked. */
type Reason = 'late_payment_refunded' | 'payment_disagrees'

/** `gone_back`: the order is paid by it, and somebody has refunded it at the provider. */
async function record(
  tx: Tx,
  { queueMail }: PaymentDeps,
  intent: Intent,
  orderId: string,
): Promise<Settlement | Reason | 'gone_back'> {
  const order = await tx
    .selectFrom('orders')
    .select(['total_cents', 'currency', 'paid_at', 'shipped_at', 'cancelled_at', 'transaction_id'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return 'foreign'
  const booked = await findBooked(tx, intent.id)
  if (booked?.state === 'refunded') return 'refunded'
  if (order.transaction_id === intent.id) {
    const isBack = intent.refundedCents === intent.receivedCents
    if (isBack) return order.shipped_at ? 'already' : 'gone_back'
    return (await keepIntent(tx, intent, orderId, 'settled')) ? 'settled' : 'already'
  }
  const disagrees =
    intent.receivedCents !== order.total_cents ||
    intent.currency !== order.currency ||
    intent.orderId !== orderId
  if (disagrees) return 'payment_disagrees'
  if (order.paid_at || order.cancelled_at) return 'late_payment_refunded'
  if (intent.refundedCents > 0) return 'payment_disagrees'
  await keepIntent(tx, intent, orderId, 'settled')
  await tx
    .updateTable('orders')
    .set({ paid_at: sql<Date>`now()`, transaction_id: intent.id, cancellation_began_at: null })
    .where('id', '=', orderId)
    .execute()
  await recordEvent(tx, orderId, 'paid', null, { transactionId: intent.id })
  await closeOthersSoon(tx, orderId)
  await queueMail(tx, { kind: 'order-paid', orderId })
  return 'settled'
}

/** Another intent of the order, if one is open, is of no use any more: the reconciler closes it. */
async function closeOthersSoon(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('payment_intents')
    .set({ next_check_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute()
}

/** The refund carries a key of the intent, so that two who give back at once give back once. */
async function giveBack(
  { db, cards, queueMail }: PaymentDeps,
  intent: Intent,
  orderId: string,
  reason: Reason,
): Promise<Settlement> {
  const refundId = await cards.refundIntent(intent.id)
  const changed = await db.transaction().execute(async (tx) => {
    const changed = await keepIntent(tx, intent, orderId, 'refunded', refundId)
    if (changed) {
      await recordEvent(tx, orderId, reason, null, {
        transactionId: intent.id,
        refundId,
        amountCents: intent.receivedCents,
        currency: intent.currency,
      })
      await queueMail(tx, { kind: 'payment-returned', orderId })
    }
    return changed
  })
  if (changed) orderEvents.inc({ event: reason })
  return 'refunded'
}

/**
 * Writes what an intent has become, also of one that was made just before a crash and is not in
 * the books yet. Answers whether that was news.
 */
async function keepIntent(
  tx: Tx,
  intent: Intent,
  orderId: string,
  state: 'settled' | 'refunded',
  refundId: string | null = null,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into payment_intents (id, order_id, attempt, amount_cents, currency, state, refund_id)
    select ${intent.id}, ${orderId}::uuid, coalesce(max(attempt), 0) + 1,
      ${intent.amountCents}::int, ${intent.currency}, ${state}, ${refundId}
    from payment_intents where order_id = ${orderId}::uuid
    on conflict (id) do update set state = excluded.state, refund_id = excluded.refund_id
    where payment_intents.state <> excluded.state
    returning id`.execute(tx)
  return rows.length > 0
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
