import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyBaseLogger } from 'fastify'
import { retryTransaction } from '../../platform/database/run-transaction.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import {
  claimInterruptedRefund,
  type Refund,
  recordRefund,
  startRefund,
  withdrawRefund,
} from '../orders/refund-steps.ts'
import { ProviderRefused, ProviderUnavailable } from './card-provider/provider.ts'
import type { PaymentDeps } from './recorded-intents.ts'

/** Time limit of one run, so that other scheduled jobs are not delayed. */
const RUN_LIMIT_MS = 30_000

/**
 * Refunds a paid, unshipped order in full, once. A mark on the order prevents shipping. If the provider does not
 * respond, the mark stays for `finishRefunds`. `refunded` is 0 if the order was refunded before.
 */
export async function refundOrder(
  deps: PaymentDeps,
  orderId: string,
  byUser: string,
  reason?: string,
) {
  const refund = await startRefund(deps.db, orderId, byUser, reason)
  if (isRefusal(refund)) return refund
  if (!refund) return { refunded: 0 }
  const outcome = await tryRefund(deps, refund)
  return isRefusal(outcome) ? outcome : { refunded: 1 }
}

/**
 * Finishes interrupted refunds for at most 30 seconds, or until the provider does not respond. Returns how many it
 * finished.
 */
export async function finishRefunds(deps: PaymentDeps & { log: FastifyBaseLogger }) {
  let finished = 0
  const deadline = Date.now() + RUN_LIMIT_MS
  for (;;) {
    const refund = Date.now() < deadline ? await claimInterruptedRefund(deps.db) : undefined
    if (!refund) return finished
    const outcome = await tryRefund(deps, refund)
    if (outcome === true) finished += 1
    if (!isRefusal(outcome)) continue
    deps.log.warn(
      { order: refund.orderId, refusal: outcome.refused },
      'a refund could not be finished',
    )
    if (outcome.refused === 'refund_unfinished') return finished
  }
}

/**
 * Tries to complete a refund. Returns whether this call recorded the refund. Removes the mark only if the provider
 * refuses.
 */
export async function tryRefund(deps: PaymentDeps, refund: Refund): Promise<boolean | Refusal> {
  try {
    return await completeRefund(deps, refund)
  } catch (error) {
    if (error instanceof ProviderUnavailable) return refuse('refund_unfinished')
    if (!(error instanceof ProviderRefused)) throw error
    await withdrawRefund(deps.db, refund.orderId, error.message)
    return refuse('refund_refused', { detail: error.message })
  }
}

/** Refunds a payment, once. Returns whether this call recorded the refund. Throws provider errors. */
export async function completeRefund(
  { db, cards, queueMail, partsChanged }: PaymentDeps,
  refund: Refund,
): Promise<boolean> {
  const refundId = await cards.refundIntent(refund.transactionId)
  const parts = await retryTransaction(db, async (tx) => {
    const released = await recordRefund(tx, refund, refundId)
    if (!released) return undefined
    await tx
      .updateTable('payment_intents')
      .set({ state: 'refunded', refund_id: refundId })
      .where('id', '=', refund.transactionId)
      .execute()
    await queueMail(tx, { kind: 'order-refunded', orderId: refund.orderId })
    return released
  })
  if (parts) {
    orderEvents.inc({ event: 'refunded' })
    partsChanged(parts)
  }
  return parts !== undefined
}
