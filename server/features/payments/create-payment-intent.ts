import { CURRENCY } from '@freehub/contract/constants'
import { centsOf } from '@freehub/contract/money'
import { deriveOrderStatus, orderCan } from '@freehub/contract/orders/orders'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { retryTransaction } from '../../platform/database/run-transaction.ts'
import { findOpenIntent } from '../orders/find-open-intent.ts'
import { recordEvent } from '../orders/order-events.ts'
import type { CardProvider, Intent } from './card-provider/provider.ts'
import { markIntentCancelled, type PaymentDeps } from './recorded-intents.ts'
import { isClosedWithoutPayment, settle } from './settle.ts'

interface PayableOrder {
  id: string
  totalCents: number
}

/**
 * Returns the client secret of an order's open intent, or of a new one. `totalPrice` is in dollars.
 * Without `bookingId`, uses the customer's only unpaid order with this total.
 */
export async function createPaymentIntent(
  deps: PaymentDeps,
  customerId: string,
  { totalPrice, bookingId }: { totalPrice: number; bookingId?: string | undefined },
): Promise<{ clientSecret: string } | Refusal> {
  const order = await findPayableOrder(deps.db, customerId, centsOf(totalPrice), bookingId)
  if (isRefusal(order)) return order
  const reused = await reuseOpenIntent(deps, order)
  if (reused) return reused
  const attempt = await readNextAttempt(deps.db, order.id)
  const intent = await deps.cards.createIntent({
    orderId: order.id,
    attempt,
    amountCents: order.totalCents,
    currency: CURRENCY,
  })
  return saveOpenIntent(deps, intent, attempt, customerId)
}

/** Finds the order with this id. Without an id, finds the customer's only unpaid order with this total. */
async function findPayableOrder(
  db: Db,
  customerId: string,
  amountCents: number,
  bookingId: string | undefined,
): Promise<PayableOrder | Refusal> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'total_cents as totalCents', 'cancellation_began_at'])
    .select(['paid_at as paidAt', 'shipped_at as shippedAt'])
    .where('user_id', '=', customerId)
    .where('cancelled_at', 'is', null)
    .$if(bookingId !== undefined, (query) => query.where('id', '=', bookingId as string))
    .$if(bookingId === undefined, (query) =>
      query.where('total_cents', '=', amountCents).where('paid_at', 'is', null),
    )
    .limit(2)
    .execute()
  const [order, another] = orders
  if (!order || another) return refuse(bookingId ? 'order_missing' : 'order_ambiguous')
  if (!orderCan(deriveOrderStatus(order), 'pay')) return refuse('order_paid')
  if (order.cancellation_began_at) return refuse('cancellation_begun')
  return order.totalCents === amountCents ? order : refuse('amount_mismatch')
}

/** Returns the client secret of the order's open intent, or a refusal. Undefined if the order needs a new intent. */
async function reuseOpenIntent(deps: PaymentDeps, order: PayableOrder) {
  const intentId = await findOpenIntent(deps.db, order.id)
  if (!intentId) return undefined
  const intent = await deps.cards.readIntent(intentId)
  const matchesOrder =
    intent?.orderId === order.id &&
    intent.amountCents === order.totalCents &&
    intent.currency === CURRENCY
  if (intent?.state === 'open' && matchesOrder) {
    await resetCheckInterval(deps.db, intentId)
    return { clientSecret: intent.clientSecret }
  }
  if (intent?.state === 'processing') return refuse('payment_processing')
  if (!intent) await markIntentCancelled(deps.db, intentId)
  else if (!isClosedWithoutPayment(await settle(deps, intentId))) return refuse('order_paid')
  return undefined
}

/** Makes the reconciler check an intent at short intervals again, because a payment is likely soon. */
async function resetCheckInterval(db: Db, intentId: string) {
  await db
    .updateTable('payment_intents')
    .set({ checks: 0, next_check_at: sql`default` })
    .where('id', '=', intentId)
    .execute()
}

/** Returns the number of the next attempt. Counts only closed intents, so that concurrent calls get the same intent. */
async function readNextAttempt(db: Db, orderId: string): Promise<number> {
  const { last } = await db
    .selectFrom('payment_intents')
    .select((eb) => eb.fn.coalesce(eb.fn.max('attempt'), sql<number>`0`).as('last'))
    .where('order_id', '=', orderId)
    .where('state', '<>', 'open')
    .executeTakeFirstOrThrow()
  return last + 1
}

/**
 * Stores the new intent. Cancels it if the order has another open intent, whose client secret it returns, or if the order
 * can no longer be paid.
 */
async function saveOpenIntent(
  { db, cards }: { db: Db; cards: CardProvider },
  intent: Intent,
  attempt: number,
  customerId: string,
): Promise<{ clientSecret: string } | Refusal> {
  const orderId = intent.orderId as string
  const openIntentId = await retryTransaction(db, async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['paid_at', 'cancelled_at', 'cancellation_began_at', 'total_cents'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    if (!order || order.cancelled_at) return refuse('order_missing')
    if (order.paid_at) return refuse('order_paid')
    if (order.cancellation_began_at) return refuse('cancellation_begun')
    // A line was cancelled since `findPayableOrder`.
    if (order.total_cents !== intent.amountCents) return refuse('amount_mismatch')
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('payment_intents')
      .values({
        id: intent.id,
        order_id: orderId,
        attempt,
        amount_cents: intent.amountCents,
        currency: intent.currency,
        state: 'open',
        refund_id: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows) {
      await recordEvent(tx, orderId, 'payment_begun', customerId, {
        intentId: intent.id,
      })
    }
    return (await findOpenIntent(tx, orderId)) ?? refuse('payment_processing')
  })
  if (openIntentId === intent.id) return { clientSecret: intent.clientSecret }
  await cards.cancelIntent(intent.id)
  if (isRefusal(openIntentId)) return openIntentId
  const other = await cards.readIntent(openIntentId)
  return other ? { clientSecret: other.clientSecret } : refuse('payment_processing')
}
