import type { Repair } from '@freehub/contract/orders/orders'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import { recordEvent } from '../orders/order-events.ts'
import { selectBookedIntents } from './booked-intents.ts'
import type { BookedIntent } from './disagreement.ts'
import { findStrays } from './order-payments.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { tryRefund } from './refund-order.ts'
import { type Settlement, settle } from './settle.ts'

/**
 * Asks the provider about every payment of an order, of the books and of those that name it there,
 * and lets each through the same door as always: settled, given back or closed. A refund that was
 * begun is finished. Records by whom, and what it did; nothing when there was nothing to do.
 * Throws ProviderUnavailable; what was done until then stays done.
 */
export async function repairOrder(
  deps: PaymentDeps,
  orderId: string,
  byUser: string,
): Promise<Repair | Refusal> {
  const order = await readRefund(deps.db, orderId)
  if (!order) return refuse('order_missing')
  const did: string[] = []
  try {
    const refused = await finishBegunRefund(deps, orderId, order, did)
    if (refused) return refused
    await lookAtPayments(deps, orderId, did)
  } finally {
    if (did.length > 0) await recordRepair(deps.db, orderId, byUser, did)
  }
  return { did }
}

async function readRefund(db: Db, orderId: string) {
  return db
    .selectFrom('orders')
    .select(['transaction_id', 'refund_began_at', 'refunded_at'])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

type BegunRefund = NonNullable<Awaited<ReturnType<typeof readRefund>>>

async function finishBegunRefund(
  deps: PaymentDeps,
  orderId: string,
  { transaction_id: transactionId, refund_began_at, refunded_at }: BegunRefund,
  did: string[],
): Promise<Refusal | undefined> {
  if (!transactionId || !refund_began_at || refunded_at) return undefined
  const outcome = await tryRefund(deps, { orderId, transactionId })
  if (outcome === true) did.push(`Finished the refund of ${transactionId}.`)
  if (!isRefusal(outcome)) return undefined
  return outcome.refused === 'refund_unfinished' ? refuse('provider_unavailable') : outcome
}

async function lookAtPayments(deps: PaymentDeps, orderId: string, did: string[]): Promise<void> {
  const booked = await selectBookedIntents(deps.db).where('order_id', '=', orderId).execute()
  for (const intent of booked) tell(did, intent.id, await settle(deps, intent.id), intent.state)
  for (const { id, state } of await findStrays(deps.cards, orderId, booked)) {
    if (state !== 'cancelled') tell(did, id, await settle(deps, id), undefined)
  }
}

/** What a look at a payment did, unless it left it as it was. */
function tell(
  did: string[],
  id: string,
  outcome: Settlement,
  before: BookedIntent['state'] | undefined,
): void {
  if (outcome === 'settled') did.push(`The order became paid by ${id}.`)
  if (outcome === 'refunded' && before !== 'refunded') did.push(`The money of ${id} went back.`)
  if (outcome === 'cancelled' && before !== 'cancelled') did.push(`Closed ${id}.`)
}

async function recordRepair(db: Db, orderId: string, byUser: string, did: string[]) {
  await db.transaction().execute((tx) => recordEvent(tx, orderId, 'repaired', byUser, { did }))
}
