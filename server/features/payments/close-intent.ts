import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { findOpenIntent } from '../orders/find-open-intent.ts'
import { mapProviderErrors } from './card-provider/provider.ts'
import { markIntentCancelled, type PaymentDeps } from './recorded-intents.ts'
import { isClosedWithoutPayment, settle } from './settle.ts'

/**
 * Cancels an order's open intent at the provider. Refuses if the intent is processing or has succeeded, or if the
 * provider is unavailable.
 */
export async function closeIntent(deps: PaymentDeps, orderId: string) {
  const intentId = await findOpenIntent(deps.db, orderId)
  return intentId === undefined
    ? undefined
    : mapProviderErrors(() => cancelAtProvider(deps, intentId))
}

async function cancelAtProvider(deps: PaymentDeps, intentId: string): Promise<Refusal | undefined> {
  const intent = await deps.cards.cancelIntent(intentId)
  if (intent?.state === 'processing') return refuse('payment_processing')
  // The provider refused while a payment was processing. The payment has failed since, so a retry can succeed.
  if (intent?.state === 'open') return refuse('provider_unavailable')
  if (!intent) {
    await markIntentCancelled(deps.db, intentId)
    return undefined
  }
  return isClosedWithoutPayment(await settle(deps, intentId)) ? undefined : refuse('order_paid')
}

/** Cancels the open intents of banned users. Makes them due first, so that the reconciler repeats what fails. */
export async function closeIntentsOfBannedUsers(deps: PaymentDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update payment_intents i set next_check_at = now()
    from orders o join users u on u.id = o.user_id
    where i.state = 'open' and o.id = i.order_id and u.banned_at is not null
    returning i.id`.execute(deps.db)
  const results = await Promise.allSettled(rows.map(({ id }) => settle(deps, id)))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
