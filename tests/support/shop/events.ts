import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { type Answer, callsOf } from './calls.ts'
import { testSettings } from './settings.ts'

const stripe = new Stripe(testSettings.STRIPE_SECRET_KEY)

/** An event as the card provider writes it, about something of its own. */
export function eventOf(type: string, object: object): string {
  const id = `evt_${randomBytes(8).toString('hex')}`
  return JSON.stringify({ id, object: 'event', type, data: { object } })
}

/** That an intent was paid. */
export function succeeded(intentId: string | undefined, more: object = {}): string {
  return eventOf('payment_intent.succeeded', { object: 'payment_intent', id: intentId, ...more })
}

/** The header with which the provider proves that a payload is its own. */
export function signed(payload: string, more: { secret?: string; timestamp?: number } = {}) {
  return stripe.webhooks.generateTestHeaderString({
    payload,
    secret: testSettings.STRIPE_WEBHOOK_SECRET,
    ...more,
  })
}

/** Posts an event to a shop as the provider does; without a signature as anybody may. */
export function postEvent(url: string, payload: string, signature?: string): Promise<Answer> {
  return callsOf(url)('POST', '/api/webhooks/stripe', payload, {
    ...(signature !== undefined && { 'stripe-signature': signature }),
  })
}
