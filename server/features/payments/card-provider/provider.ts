import { type Refusal, refuse } from '@freehub/contract/refusals'

/** A payment intent at the card provider. */
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

/** A webhook event. `intentId` is undefined if the event is not about a payment intent. */
export interface ProviderEvent {
  id: string
  type: string
  intentId: string | undefined
}

/** The error if the provider did not respond in time or could not process the call. The outcome may be unknown. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The error if the provider refused a refund, also with a new idempotency key. */
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

/** The card provider. All asynchronous calls can throw ProviderUnavailable. */
export interface CardProvider {
  /** Creates an intent. Returns the same intent for the same order, attempt and amount. */
  createIntent(order: {
    orderId: string
    attempt: number
    amountCents: number
    currency: string
  }): Promise<Intent>
  /** Reads an intent. Returns undefined if it does not exist. */
  readIntent(id: string): Promise<Intent | undefined>
  /** Cancels an intent and returns it, in state `succeeded` if it was paid before. Undefined if it does not exist. */
  cancelIntent(id: string): Promise<Intent | undefined>
  /** Refunds a payment in full, once. Returns the refund's id. Throws ProviderRefused if the refund is not possible. */
  refundIntent(id: string): Promise<string>
  /** Reads whether a dispute of the payment is open or lost. A bank's inquiry counts as a dispute. */
  isDisputed(id: string): Promise<boolean>
  /** Lists all intents of the account, newest first, including those of other systems. */
  listIntents(): AsyncIterable<Intent>
  /** Finds the intents of an order, including those missing in our ledger. The result may be a minute old. */
  findIntents(orderId: string): Promise<Intent[]>
  /** Parses a webhook's body. Returns undefined if the signature is invalid. */
  readEvent(body: Buffer, signature: string): ProviderEvent | undefined
}
