import { type Refusal, refuse } from '@freehub/contract/refusals'

/** A payment intent, as far as the shop reads it. Amounts in cents. */
export interface Intent {
  id: string
  clientSecret: string
  state: 'open' | 'processing' | 'succeeded' | 'cancelled'
  amountCents: number
  receivedCents: number
  currency: string
  /** The order it was made for, as we told the provider. */
  orderId: string | undefined
}

/** The provider did not answer, or not in time: nothing is known, so nothing was changed. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** What came of asking, or the refusal to go on when the provider did not answer. */
export async function orUnavailable<T>(ask: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderUnavailable) return refuse('provider_unavailable')
    throw error
  }
}

/** The card provider, and all that the shop asks of it. Calls throw ProviderUnavailable. */
export interface CardProvider {
  /** Makes an intent; the same order and attempt always give the same one. */
  createIntent(order: {
    orderId: string
    attempt: number
    amountCents: number
    currency: string
  }): Promise<Intent>
  /** Undefined when the provider knows no such intent. */
  readIntent(id: string): Promise<Intent | undefined>
  /** Cancels an intent, and answers what it is then: `succeeded` when the money was quicker. */
  cancelIntent(id: string): Promise<Intent | undefined>
  /** Gives a whole payment back, once; answers the refund's id. */
  refundIntent(id: string): Promise<string>
  /** The event in a webhook's body, or undefined when its signature is not the provider's. */
  readEvent(
    body: Buffer,
    signature: string,
  ): { id: string; type: string; intentId: string | undefined } | undefined
}
