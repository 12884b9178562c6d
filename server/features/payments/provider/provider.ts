import { type Refusal, refuse } from '@freehub/contract/refusals'

/** A payment intent, as far as the shop reads it. Amounts in cents. */
export interface Intent {
  id: string
  clientSecret: string
  state: 'open' | 'processing' | 'succeeded' | 'cancelled'
  amountCents: number
  receivedCents: number
  /** Of what was received, so much has gone back. */
  refundedCents: number
  currency: string
  /** The order it was made for, as we told the provider. */
  orderId: string | undefined
  createdAt: Date
}

/** What the provider tells the shop has happened. */
export interface ProviderEvent {
  id: string
  type: string
  /** The intent that it is about, if it is about one. */
  intentId: string | undefined
}

/** The provider did not answer, or not in time: nothing is known, so nothing was changed. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The provider answered, and will not do it: asking again is of no use. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** What came of asking, or the refusal to go on when the provider did not answer or would not. */
export async function orUnavailable<T>(ask: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderUnavailable) return refuse('provider_unavailable')
    if (error instanceof ProviderRefused) return refuse('refund_refused', { detail: error.message })
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
  /** Gives a whole payment back, once; answers the refund's id. Throws ProviderRefused. */
  refundIntent(id: string): Promise<string>
  /** All intents that the provider knows, newest first, those of others among them. */
  listIntents(): AsyncIterable<Intent>
  /** The intents that name an order, also those that the books do not know. May lag by a minute. */
  findIntents(orderId: string): Promise<Intent[]>
  /** The event in a webhook's body, or undefined when its signature is not the provider's. */
  readEvent(body: Buffer, signature: string): ProviderEvent | undefined
}
