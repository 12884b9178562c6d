import { type Refusal, refuse } from '@freehub/contract/refusals'
import { findOpenIntent } from '../orders/open-intent.ts'
import { forgetIntent } from './forget-intent.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { orUnavailable } from './provider/provider.ts'
import { isOver, settle } from './settle.ts'

/**
 * Cancels an order's open intent at the provider, so that the order can be cancelled. Refuses when
 * the money is on its way or has arrived, when it was to go back and the provider will not have it,
 * and when the provider does not answer.
 */
export async function closeIntent(
  deps: PaymentDeps,
  orderId: string,
): Promise<Refusal | undefined> {
  const open = await findOpenIntent(deps.db, orderId)
  return open === undefined ? undefined : orUnavailable(() => close(deps, open))
}

async function close(deps: PaymentDeps, open: string): Promise<Refusal | undefined> {
  const intent = await deps.cards.cancelIntent(open)
  if (intent?.state === 'processing') return refuse('payment_processing')
  if (intent?.state === 'open') return refuse('provider_unavailable')
  if (!intent) {
    await forgetIntent(deps.db, open)
    return undefined
  }
  return isOver(await settle(deps, open)) ? undefined : refuse('order_paid')
}
