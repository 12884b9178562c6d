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
  const actions: string[] = []
  try {
    const refused = await finishStartedRefund(deps, orderId, order, actions)
    if (refused) return refused
    await settleIntents(deps, orderId, actions)
  } finally {
    if (actions.length > 0) await recordRepair(deps.db, orderId, byUser, actions)
  }
  return { did: actions }
}

async function readRefundState(db: Db, orderId: string) {
  return db
    .selectFrom('orders')
    .select(['transaction_id', 'refund_began_at', 'refunded_at'])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

type RefundState = NonNullable<Awaited<ReturnType<typeof readRefundState>>>

/** Finishes a refund that was started and not recorded, if there is one. Adds the change to `actions`. */
async function finishStartedRefund(
  deps: PaymentDeps,
  orderId: string,
  { transaction_id: transactionId, refund_began_at, refunded_at }: RefundState,
  actions: string[],
): Promise<Refusal | undefined> {
  if (!transactionId || !refund_began_at || refunded_at) return undefined
  const outcome = await tryRefund(deps, { orderId, transactionId })
  if (outcome === true) actions.push(`Finished the refund of ${transactionId}.`)
  if (!isRefusal(outcome)) return undefined
  return outcome.refused === 'refund_unfinished' ? refuse('provider_unavailable') : outcome
}

/** Settles the intents of an order, including those that only the provider has. Adds the changes to `actions`. */
async function settleIntents(deps: PaymentDeps, orderId: string, actions: string[]): Promise<void> {
  const recordedIntents = await selectRecordedIntents(deps.db)
    .where('order_id', '=', orderId)
    .execute()
  for (const intent of recordedIntents)
    addAction(actions, intent.id, await settle(deps, intent.id), intent.state)
  for (const { id, state } of await findUnrecordedIntents(deps.cards, orderId, recordedIntents)) {
    if (state !== 'cancelled') addAction(actions, id, await settle(deps, id), undefined)
  }
}

function addAction(
  actions: string[],
  id: string,
  outcome: Settlement,
  stateBefore: RecordedIntent['state'] | undefined,
): void {
  if (outcome === 'settled') actions.push(`Marked the order as paid by ${id}.`)
  if (outcome === 'refunded' && stateBefore !== 'refunded') actions.push(`Refunded ${id}.`)
  if (outcome === 'cancelled' && stateBefore !== 'cancelled') actions.push(`Cancelled ${id}.`)
}

async function recordRepair(db: Db, orderId: string, byUser: string, actions: string[]) {
  await db
    .transaction()
    .execute((tx) => recordEvent(tx, orderId, 'repaired', byUser, { did: actions }))
}
