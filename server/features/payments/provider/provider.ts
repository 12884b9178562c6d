import { type Refusal, refuse } from '@freehub/contract/refusals'

export interface Intent {
  id: string
  clientSecret: string
  state: 'open' | 'processing' | 'succeeded' | 'cancelled'
  amountCents: number
  receivedCents: number
  /** The refunded part of `receivedCents`. */
  refundedCents: number
  currency: string
  /** The order id in the intent's metadata. */
  orderId: string | undefined
  createdAt: Date
}

export interface ProviderEvent {
  id: string
  type: string
  intentId: string | undefined
}

/** The error if the provider did not respond in time. The outcome of the call is unknown. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The error if the provider rejected the call. Retrying does not help. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** Runs an operation and maps ProviderUnavailable and ProviderRefused to refusals. */
export async function mapProviderErrors<T>(operation: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await operation()
  } catch (error) {
    if (error instanceof ProviderUnavailable) return refuse('provider_unavailable')
    if (error instanceof ProviderRefused) return refuse('refund_refused', { detail: error.message })
    throw error
  }
}

/** The card provider. All calls can throw ProviderUnavailable. */
export interface CardProvider {
  /** Creates an intent. Returns the same intent for the same order and attempt. */
  createIntent(order: {
    orderId: string
    attempt: number
    amountCents: number
    currency: string
  }): Promise<Intent>
  /** Reads an intent. Returns undefined if it does not exist. */
  readIntent(id: string): Promise<Intent | undefined>
  /** Cancels an intent and returns its new state, which is `succeeded` if it was paid meanwhile. */
  cancelIntent(id: string): Promise<Intent | undefined>
  /** Refunds a payment in full, once. Returns the refund's id. Throws ProviderRefused. */
  refundIntent(id: string): Promise<string>
  /** Lists all intents of the account, newest first, including those of other systems. */
  listIntents(): AsyncIterable<Intent>
  /** Finds the intents of an order, including those missing in our ledger. The result may be a minute old. */
  findIntents(orderId: string): Promise<Intent[]>
  /** Parses a webhook's body. Returns undefined if the signature is invalid. */
  readEvent(body: Buffer, signature: string): ProviderEvent | undefined
}
