import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import { recordEvent } from '../orders/order-events.ts'
import type { RecordedIntent } from './find-mismatch.ts'
import { findUnrecordedIntents } from './read-order-payments.ts'
import { type PaymentDeps, selectRecordedIntents } from './recorded-intents.ts'
import { tryRefund } from './refund-order.ts'
import { type Settlement, settle } from './settle.ts'

/** Finishes an order's started refund and settles its payments, also unrecorded ones. Throws provider errors. */
export async function repairOrder(deps: PaymentDeps, orderId: string, byUser: string) {
  const order = await readRefundState(deps.db, orderId)
  if (!order) return refuse('order_missing')
  const repairs: string[] = []
  try {
    const refused = await finishStartedRefund(deps, orderId, order, repairs)
    if (refused) return refused
    await settleIntents(deps, orderId, repairs)
  } finally {
    if (repairs.length > 0) await recordRepair(deps.db, orderId, byUser, repairs)
  }
  return { did: repairs }
}

async function readRefundState(db: Db, orderId: string) {
  return db
    .selectFrom('orders')
    .select(['transaction_id', 'refund_began_at', 'refunded_at'])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

type RefundState = NonNullable<Awaited<ReturnType<typeof readRefundState>>>

/** Finishes a refund that was started and not recorded, if there is one. Adds the change to `repairs`. */
async function finishStartedRefund(
  deps: PaymentDeps,
  orderId: string,
  { transaction_id: transactionId, refund_began_at, refunded_at }: RefundState,
  repairs: string[],
): Promise<Refusal | undefined> {
  if (!transactionId || !refund_began_at || refunded_at) return undefined
  const outcome = await tryRefund(deps, { orderId, transactionId })
  if (outcome === true) repairs.push(`Finished the refund of ${transactionId}.`)
  if (!isRefusal(outcome)) return undefined
  return outcome.refused === 'refund_unfinished' ? refuse('provider_unavailable') : outcome
}

/** Settles the intents of an order, including those that only the provider has. Adds the changes to `repairs`. */
async function settleIntents(deps: PaymentDeps, orderId: string, repairs: string[]): Promise<void> {
  const recordedIntents = await selectRecordedIntents(deps.db)
    .where('order_id', '=', orderId)
    .execute()
  for (const intent of recordedIntents)
    addRepair(repairs, intent.id, await settle(deps, intent.id), intent.state)
  for (const { id, state } of await findUnrecordedIntents(deps.cards, orderId, recordedIntents)) {
    if (state !== 'cancelled') addRepair(repairs, id, await settle(deps, id), undefined)
  }
}

function addRepair(
  repairs: string[],
  id: string,
  outcome: Settlement,
  stateBefore: RecordedIntent['state'] | undefined,
): void {
  if (outcome === 'settled') repairs.push(`Marked the order as paid by ${id}.`)
  if (outcome === 'refunded' && stateBefore !== 'refunded') repairs.push(`Refunded ${id}.`)
  if (outcome === 'cancelled' && stateBefore !== 'cancelled') repairs.push(`Cancelled ${id}.`)
}

async function recordRepair(db: Db, orderId: string, byUser: string, repairs: string[]) {
  await db
    .transaction()
    .execute((tx) => recordEvent(tx, orderId, 'repaired', byUser, { did: repairs }))
}
