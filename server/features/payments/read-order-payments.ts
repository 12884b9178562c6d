import { dollarsOf } from '@freehub/contract/money'
import type { OrderIntent } from '@freehub/contract/payments/calls'
import { refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { CardProvider, Intent } from './card-provider/provider.ts'
import { readProviderEvents } from './card-provider/stored-provider-events.ts'
import { findMismatch, mismatchTexts } from './find-mismatch.ts'
import { type PaymentDeps, selectRecordedIntents } from './recorded-intents.ts'

/** Returns an order's payments in the ledger and at the provider. Leaves out unrecorded intents that were not paid. */
export async function readOrderPayments(
  { db, cards }: Pick<PaymentDeps, 'db' | 'cards'>,
  orderId: string,
) {
  const recordedIntents = await readRecordedIntents(db, orderId)
  if (recordedIntents.length === 0 && !(await isOrder(db, orderId))) return refuse('order_missing')
  const [providerIntents, unrecorded] = await Promise.all([
    Promise.all(recordedIntents.map(({ id }) => cards.readIntent(id))),
    findUnrecordedIntents(cards, orderId, recordedIntents),
  ])
  const ids = [...recordedIntents, ...unrecorded].map(({ id }) => id)
  return {
    intents: [
      ...recordedIntents.map((intent, n) => toOrderIntent(intent, providerIntents[n])),
      ...unrecorded
        .filter(({ receivedCents }) => receivedCents > 0)
        .map((intent) => toOrderIntent(undefined, intent)),
    ],
    events: await readProviderEvents(db, ids),
  }
}

function readRecordedIntents(db: Db, orderId: string) {
  return selectRecordedIntents(db)
    .select(['refund_id as refundId', 'created_at as createdAt'])
    .where('order_id', '=', orderId)
    .orderBy('attempt')
    .execute()
}

async function isOrder(db: Db, id: string): Promise<boolean> {
  const order = await db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst()
  return order !== undefined
}

/** Finds the order's intents at the provider that are missing in the ledger. */
export async function findUnrecordedIntents(
  cards: CardProvider,
  orderId: string,
  recordedIntents: { id: string }[],
): Promise<Intent[]> {
  const knownIds = new Set(recordedIntents.map(({ id }) => id))
  return (await cards.findIntents(orderId)).filter(({ id }) => !knownIds.has(id))
}

type RecordedOrderIntent = Awaited<ReturnType<typeof readRecordedIntents>>[number]

function toOrderIntent(recordedIntent?: RecordedOrderIntent, providerIntent?: Intent): OrderIntent {
  const intent = (recordedIntent ?? providerIntent) as RecordedOrderIntent | Intent
  const mismatch = findMismatch(recordedIntent, providerIntent)
  return {
    id: intent.id,
    amount: dollarsOf(intent.amountCents),
    state: recordedIntent?.state ?? 'unknown',
    refundId: recordedIntent?.refundId ?? null,
    createdAt: intent.createdAt.toISOString(),
    provider: providerIntent ? toProviderState(providerIntent) : null,
    disagreement: mismatch ? mismatchTexts[mismatch] : null,
  }
}

function toProviderState(providerIntent: Intent): NonNullable<OrderIntent['provider']> {
  return {
    state: providerIntent.state,
    amount: dollarsOf(providerIntent.amountCents),
    received: dollarsOf(providerIntent.receivedCents),
    refunded: dollarsOf(providerIntent.refundedCents),
    currency: providerIntent.currency,
    orderId: providerIntent.orderId ?? null,
  }
}
