import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyBaseLogger } from 'fastify'
import {
  beginRefund,
  claimCutOffRefund,
  type Refund,
  withdrawRefund,
} from '../orders/refund-marks.ts'
import { completeRefund } from './complete-refund.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { ProviderRefused, ProviderUnavailable } from './provider/provider.ts'

/** A round finishes one after the other, but leaves the shop's other work waiting no longer than this. */
const ROUND_MS = 30_000

/**
 * Refunds a paid, unshipped order in full, once. Marks the order first, so that it is not shipped;
 * then calls the provider outside any transaction; then records the refund. If the provider does not
 * answer, it may have refunded the payment: the mark stays, and `finishRefunds` tries again.
 * Returns 0 only if the order was refunded before this call. A webhook or a concurrent call may
 * record the refund first.
 */
export async function refundOrder(
  deps: PaymentDeps,
  orderId: string,
  byUser: string,
): Promise<{ refunded: 0 | 1 } | Refusal> {
  const begun = await beginRefund(deps.db, orderId, byUser)
  if (isRefusal(begun)) return begun
  if (!begun) return { refunded: 0 }
  const outcome = await tryRefund(deps, begun)
  return isRefusal(outcome) ? outcome : { refunded: 1 }
}

/** Finishes refunds that were cut off, until the provider does not answer. Answers how many. */
export async function finishRefunds(
  deps: PaymentDeps & { log: FastifyBaseLogger },
): Promise<number> {
  let finished = 0
  const deadline = Date.now() + ROUND_MS
  for (;;) {
    const refund = Date.now() < deadline ? await claimCutOffRefund(deps.db) : undefined
    if (!refund) return finished
    const outcome = await tryRefund(deps, refund)
    if (outcome === true) finished += 1
    if (!isRefusal(outcome)) continue
    deps.log.warn({ order: refund.orderId, because: outcome.refused }, 'a refund is not finished')
    if (outcome.refused === 'refund_unfinished') return finished
  }
}

/** Whether this was the one that refunded it, or why it is not refunded. */
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
