import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyBaseLogger } from 'fastify'
import {
  claimInterruptedRefund,
  type Refund,
  startRefund,
  withdrawRefund,
} from '../orders/refund-state.ts'
import { completeRefund } from './complete-refund.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { ProviderRefused, ProviderUnavailable } from './provider/provider.ts'

/** Time limit of one run, so that other scheduled jobs are not delayed. */
const RUN_LIMIT_MS = 30_000

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
  const refund = await startRefund(deps.db, orderId, byUser)
  if (isRefusal(refund)) return refund
  if (!refund) return { refunded: 0 }
  const outcome = await tryRefund(deps, refund)
  return isRefusal(outcome) ? outcome : { refunded: 1 }
}

/** Finishes interrupted refunds until the provider stops responding. Returns their number. */
export async function finishRefunds(
  deps: PaymentDeps & { log: FastifyBaseLogger },
): Promise<number> {
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

/** Tries to complete a refund. Returns whether this call recorded it. */
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
