import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { type ApiResponse, createApiClient } from './api-client.ts'
import { testSettings } from './settings.ts'

const stripe = new Stripe(testSettings.STRIPE_SECRET_KEY)

/** Creates an event of the card provider about one of its objects. */
export function createEvent(type: string, object: object): string {
  const id = `evt_${randomBytes(8).toString('hex')}`
  return JSON.stringify({ id, object: 'event', type, data: { object } })
}

/** Creates the event that an intent was paid. */
export function createSucceededEvent(intentId: string | undefined, fields: object = {}): string {
  return createEvent('payment_intent.succeeded', {
    object: 'payment_intent',
    id: intentId,
    ...fields,
  })
}

/** Returns the provider's signature header for a payload. */
export function signPayload(payload: string, fields: { secret?: string; timestamp?: number } = {}) {
  return stripe.webhooks.generateTestHeaderString({
    payload,
    secret: testSettings.STRIPE_WEBHOOK_SECRET,
    ...fields,
  })
}

/** Posts an event to a shop's webhook, with or without a signature. */
export function postEvent(url: string, payload: string, signature?: string): Promise<ApiResponse> {
  return createApiClient(url)('POST', '/api/webhooks/stripe', payload, {
    ...(signature !== undefined && { 'stripe-signature': signature }),
  })
}
