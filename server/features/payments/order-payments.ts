import { dollarsOf } from '@freehub/contract/money'
import type { OrderIntent, OrderPayments } from '@freehub/contract/orders/orders'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import { disagreementOf, disagreements } from './disagreement.ts'
import type { CardProvider, Intent } from './provider/provider.ts'
import { readProviderEvents } from './provider/provider-events.ts'

interface Deps {
  db: Db
  cards: CardProvider
}

/** The payments of an order in the books beside the provider's, the newest last, and its events. */
export async function readOrderPayments(
  { db, cards }: Deps,
  orderId: string,
): Promise<OrderPayments | Refusal> {
  const booked = await readBooked(db, orderId)
  if (!booked) return refuse('order_missing')
  const [there, strays] = await Promise.all([
    Promise.all(booked.map(({ id }) => cards.readIntent(id))),
    findStrays(cards, orderId, booked),
  ])
  const ids = [...booked, ...strays].map(({ id }) => id)
  return {
    intents: [
      ...booked.map((intent, n) => compared(intent, there[n])),
      ...strays.filter(({ receivedCents }) => receivedCents > 0).map(strayInBooks),
    ],
    events: await readProviderEvents(db, ids),
  }
}

/** Undefined when there is no such order. */
async function readBooked(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payment_intents as intent', 'intent.order_id', 'orders.id')
    .select(['orders.id as orderId', 'intent.id', 'intent.amount_cents as amountCents'])
    .select(['intent.currency', 'state', 'refund_id as refundId', 'created_at as createdAt'])
    .where('orders.id', '=', orderId)
    .orderBy('attempt')
    .execute()
  if (rows.length === 0) return undefined
  return rows.flatMap((row) => (isIntent(row) ? [row] : []))
}

type Row = { id: string | null }
type Whole<R> = { [K in keyof R]: K extends 'refundId' ? R[K] : NonNullable<R[K]> }

/** A left join's row has all of an intent or nothing. */
function isIntent<R extends Row>(row: R): row is R & Whole<R> {
  return row.id !== null
}

/** Intents at the provider that name the order, and that the books do not know. */
export async function findStrays(
  cards: CardProvider,
  orderId: string,
  booked: { id: string }[],
): Promise<Intent[]> {
  const known = new Set(booked.map(({ id }) => id))
  return (await cards.findIntents(orderId)).filter(({ id }) => !known.has(id))
}

type Booked = NonNullable<Awaited<ReturnType<typeof readBooked>>>[number]

function compared(booked: Booked, there: Intent | undefined): OrderIntent {
  const disagreement = disagreementOf(booked, there)
  return {
    id: booked.id,
    amount: dollarsOf(booked.amountCents),
    state: booked.state,
    refundId: booked.refundId,
    createdAt: booked.createdAt.toISOString(),
    provider: there ? atProvider(there) : null,
    disagreement: disagreement ? disagreements[disagreement] : null,
  }
}

function strayInBooks(there: Intent): OrderIntent {
  const disagreement = disagreementOf(undefined, there)
  return {
    id: there.id,
    amount: dollarsOf(there.amountCents),
    state: 'unknown',
    refundId: null,
    createdAt: there.createdAt.toISOString(),
    provider: atProvider(there),
    disagreement: disagreement ? disagreements[disagreement] : null,
  }
}

function atProvider(there: Intent): NonNullable<OrderIntent['provider']> {
  return {
    state: there.state,
    amount: dollarsOf(there.amountCents),
    received: dollarsOf(there.receivedCents),
    refunded: dollarsOf(there.refundedCents),
    currency: there.currency,
    orderId: there.orderId ?? null,
  }
}
