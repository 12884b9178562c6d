import { isId } from '@freehub/contract/read-id'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { retryTransaction } from '../../platform/database/run-transaction.ts'
import type { RefundReason } from '../../platform/mail/queue-mail.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import { recordEvent } from '../orders/order-events.ts'
import type { Intent } from './card-provider/provider.ts'
import { findPurposeMismatch, type RecordedIntent } from './find-mismatch.ts'
import { markIntentCancelled, type PaymentDeps, selectRecordedIntents } from './recorded-intents.ts'
import { completeRefund } from './refund-order.ts'

/**
 * - settled: this call recorded the payment of the order
 * - already: the payment was recorded before
 * - open: not paid yet, or processing
 * - cancelled: closed, by the provider or because its order cannot be paid
 * - refunded: by staff, at the provider, or because the payment was late or did not match the order
 * - foreign: unknown to the ledger or the provider, or paid for an order that this database does not contain
 */
export type Settlement = 'settled' | 'already' | 'open' | 'cancelled' | 'refunded' | 'foreign'

/** True if the intent is cancelled, or its payment refunded. */
export const isClosedWithoutPayment = (outcome: Settlement) =>
  outcome === 'cancelled' || outcome === 'refunded'

/**
 * Applies the provider's state of an intent to the ledger. Only this function marks orders as paid,
 * once, and it trusts only the provider. Refunds payments that are late or do not match the order, and
 * cancels intents that can no longer pay it. Throws ProviderUnavailable and ProviderRefused.
 */
export async function settle(deps: PaymentDeps, intentId: string): Promise<Settlement> {
  const intent = await deps.cards.readIntent(intentId)
  if (!intent) return (await markIntentCancelled(deps.db, intentId)) ? 'cancelled' : 'foreign'
  const recordedIntent = await findRecordedIntent(deps.db, intentId)
  const orderId = recordedIntent?.orderId ?? intent.orderId
  if (!orderId || !isId(orderId)) return 'foreign'
  if (intent.state === 'succeeded') return settleSucceeded(deps, intent, orderId)
  if (intent.state === 'open' && (await isStillPayable(deps.db, intent, orderId, recordedIntent)))
    return 'open'
  if (intent.state === 'processing') return 'open'
  return cancelUnlessPaid(deps, intent, orderId)
}

async function findRecordedIntent(db: Db, intentId: string): Promise<RecordedIntent | undefined> {
  return selectRecordedIntents(db).where('id', '=', intentId).executeTakeFirst()
}

/**
 * True if the order is neither paid nor cancelled, its user is not banned, and the intent is unrecorded, or open in the
 * ledger with the same order, amount and currency. An order of another shop is not in this database, and counts as
 * payable.
 */
async function isStillPayable(
  db: Db,
  intent: Intent,
  orderId: string,
  recordedIntent?: RecordedIntent,
) {
  if (recordedIntent && recordedIntent.state !== 'open') return false
  if (recordedIntent && findPurposeMismatch(recordedIntent, intent, intent.amountCents))
    return false
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['paid_at', 'cancelled_at', 'banned_at'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  return !order?.paid_at && !order?.cancelled_at && !order?.banned_at
}

/** Cancels the intent at the provider and in the ledger. If it was paid before, settles it. */
async function cancelUnlessPaid(deps: PaymentDeps, intent: Intent, orderId: string) {
  const current = intent.state === 'cancelled' ? intent : await deps.cards.cancelIntent(intent.id)
  if (current?.state === 'succeeded') return settleSucceeded(deps, current, orderId)
  if (current && current.state !== 'cancelled') return 'open'
  await markIntentCancelled(deps.db, intent.id)
  return 'cancelled'
}

async function settleSucceeded(deps: PaymentDeps, intent: Intent, orderId: string) {
  const outcome = await retryTransaction(deps.db, (tx) => recordPayment(tx, deps, intent, orderId))
  if (outcome === 'settled') orderEvents.inc({ event: 'paid' })
  if (outcome === 'mismatch' || outcome === 'already-paid' || outcome === 'order-cancelled') {
    return refundPayment(deps, intent, orderId, outcome)
  }
  if (outcome !== 'refunded_externally') return outcome
  const refunded = await completeRefund(deps, { orderId, transactionId: intent.id })
  return refunded ? 'refunded' : 'already'
}

/**
 * Records a payment and marks its order as paid. Returns the settlement, or a RefundReason if the payment must be
 * refunded, or `refunded_externally` for a refund at the provider that is not recorded yet.
 */
async function recordPayment(tx: Tx, { queueMail }: PaymentDeps, intent: Intent, orderId: string) {
  const order = await tx
    .selectFrom('orders')
    .select(['total_cents', 'currency', 'paid_at', 'shipped_at', 'cancelled_at', 'transaction_id'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return 'foreign'
  const recordedIntent = await findRecordedIntent(tx, intent.id)
  if (recordedIntent?.state === 'refunded') return 'refunded'
  if (order.transaction_id === intent.id) {
    const isRefunded = intent.refundedCents === intent.receivedCents
    if (isRefunded) return order.shipped_at ? 'already' : 'refunded_externally'
    return (await saveIntent(tx, intent, orderId, 'settled')) ? 'settled' : 'already'
  }
  const isMismatch =
    intent.receivedCents !== order.total_cents ||
    intent.currency !== order.currency ||
    intent.orderId !== orderId
  if (isMismatch) return 'mismatch'
  if (order.cancelled_at) return 'order-cancelled'
  if (order.paid_at) return 'already-paid'
  if (intent.refundedCents > 0) return 'mismatch'
  await saveIntent(tx, intent, orderId, 'settled')
  await tx
    .updateTable('orders')
    .set({
      paid_at: sql<Date>`now()`,
      transaction_id: intent.id,
      cancellation_began_at: null,
      cancelling_lines: null,
    })
    .where('id', '=', orderId)
    .execute()
  await recordEvent(tx, orderId, 'paid', null, { transactionId: intent.id })
  await makeOpenIntentDue(tx, orderId)
  await queueMail(tx, { kind: 'order-paid', orderId })
  return 'settled'
}

/** Makes the order's other open intent due, so that the reconciler closes it. */
async function makeOpenIntentDue(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('payment_intents')
    .set({ next_check_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute()
}

/** Refunds a payment and records the refund. The provider's idempotency key prevents a second, concurrent refund. */
async function refundPayment(
  { db, cards, queueMail }: PaymentDeps,
  intent: Intent,
  orderId: string,
  reason: RefundReason,
): Promise<Settlement> {
  const refundId = await cards.refundIntent(intent.id)
  const event = reason === 'mismatch' ? 'payment_disagrees' : 'late_payment_refunded'
  const changed = await retryTransaction(db, async (tx) => {
    const changed = await saveIntent(tx, intent, orderId, 'refunded', refundId)
    if (changed) {
      await recordEvent(tx, orderId, event, null, {
        transactionId: intent.id,
        refundId,
        amountCents: intent.receivedCents,
        currency: intent.currency,
      })
      await queueMail(tx, { kind: 'payment-returned', orderId, reason })
    }
    return changed
  })
  if (changed) orderEvents.inc({ event })
  return 'refunded'
}

/** Stores an intent's state. Adds an intent that the ledger lacks, as after a crash. Returns whether the state changed. */
async function saveIntent(
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
