import { sql } from 'kysely'
import type { Db, Tx } from '../database/connect.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import { recordEvent } from '../orders/order-events.ts'
import { forgetIntent } from './forget-intent.ts'
import type { CardProvider, Intent } from './provider.ts'

export interface SettleDeps {
  db: Db
  cards: CardProvider
  queueMail: QueueMail
}

/**
 * What came of looking: settled now; settled before; still open; cancelled at the provider; money
 * that came too late or disagrees, refunded; an intent that is none of ours.
 */
export type Settlement = 'settled' | 'already' | 'open' | 'cancelled' | 'refunded' | 'foreign'

/**
 * The one door to paid. Asks the provider about an intent; when it has succeeded, for this order,
 * this amount and this currency, the order becomes paid, once. Money for an order that is
 * cancelled or paid otherwise, or that is not its total, goes back and is noted. Nobody else's word is believed.
 * Throws ProviderUnavailable.
 */
export async function settle(deps: SettleDeps, intentId: string): Promise<Settlement> {
  const intent = await deps.cards.readIntent(intentId)
  if (!intent) await forgetIntent(deps.db, intentId)
  if (!intent?.orderId || !isUuid(intent.orderId)) return 'foreign'
  if (intent.state === 'cancelled') {
    await forgetIntent(deps.db, intent.id)
    return 'cancelled'
  }
  if (intent.state !== 'succeeded') return 'open'
  const outcome = await deps.db.transaction().execute((tx) => record(tx, deps, intent))
  return outcome === 'late_payment_refunded' || outcome === 'payment_disagrees'
    ? giveBack(deps, intent, outcome)
    : outcome
}

/** Why money goes back: it came for an order that was no longer waiting, or it is not the total. */
type Reason = 'late_payment_refunded' | 'payment_disagrees'

async function record(
  tx: Tx,
  { queueMail }: SettleDeps,
  intent: Intent,
): Promise<Settlement | Reason> {
  const orderId = intent.orderId as string
  const order = await tx
    .selectFrom('orders')
    .select(['total_cents', 'currency', 'paid_at', 'cancelled_at', 'transaction_id'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return 'foreign'
  const known = await tx
    .selectFrom('payment_intents')
    .select('state')
    .where('id', '=', intent.id)
    .executeTakeFirst()
  if (known?.state === 'refunded') return 'refunded'
  if (order.transaction_id === intent.id) return 'already'
  if (intent.receivedCents !== order.total_cents || intent.currency !== order.currency) {
    return 'payment_disagrees'
  }
  if (order.paid_at || order.cancelled_at) return 'late_payment_refunded'
  await keepIntent(tx, intent, 'settled')
  await tx
    .updateTable('orders')
    .set({ paid_at: sql<Date>`now()`, transaction_id: intent.id, cancellation_began_at: null })
    .where('id', '=', orderId)
    .execute()
  await recordEvent(tx, orderId, 'paid', null, { transactionId: intent.id })
  await queueMail(tx, { kind: 'order-paid', orderId })
  return 'settled'
}

/** The refund carries a key of the intent, so that two who give back at once give back once. */
async function giveBack(
  { db, cards }: SettleDeps,
  intent: Intent,
  reason: Reason,
): Promise<Settlement> {
  const refundId = await cards.refundIntent(intent.id)
  await db.transaction().execute(async (tx) => {
    const changed = await keepIntent(tx, intent, 'refunded', refundId)
    if (changed) {
      await recordEvent(tx, intent.orderId as string, reason, null, {
        transactionId: intent.id,
        refundId,
        amountCents: intent.receivedCents,
        currency: intent.currency,
      })
    }
  })
  return 'refunded'
}

/**
 * Writes what an intent has become, also of one that was made just before a crash and is not in
 * the books yet. Answers whether that was news.
 */
async function keepIntent(
  tx: Tx,
  intent: Intent,
  state: 'settled' | 'refunded',
  refundId: string | null = null,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into payment_intents (id, order_id, attempt, amount_cents, currency, state, refund_id)
    select ${intent.id}, ${intent.orderId}::uuid, coalesce(max(attempt), 0) + 1,
      ${intent.amountCents}::int, ${intent.currency}, ${state}, ${refundId}
    from payment_intents where order_id = ${intent.orderId}::uuid
    on conflict (id) do update set state = excluded.state, refund_id = excluded.refund_id
    where payment_intents.state <> excluded.state
    returning id`.execute(tx)
  return rows.length > 0
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
