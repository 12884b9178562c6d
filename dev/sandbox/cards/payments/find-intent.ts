import type Stripe from 'stripe'
import type { Call } from '../api/call.ts'
import { refusal } from '../api/call.ts'
import { text } from '../api/parameters.ts'
import { badParameter, noSuch, type StripeError } from '../api/refusals.ts'
import type { Change } from '../ledger.ts'

/** The intent that the path names; a browser must know its secret as well. */
export function findIntent({ ledger, id, by, form }: Call): Stripe.PaymentIntent {
  const intent = ledger.intents.get(id)
  if (!intent) throw noSuch('payment_intent', id, 'intent')
  if (by === 'publishable' && text(form, 'client_secret') !== intent.client_secret) {
    throw badParameter(
      'client_secret',
      'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
      'payment_intent_invalid_parameter',
    )
  }
  return intent
}

/** What a caller may see of an intent: a browser sees less. */
export function presentIntent(intent: Stripe.PaymentIntent, by: Call['by']) {
  if (by === 'secret') return intent
  const names = [
    ...['id', 'object', 'amount', 'automatic_payment_methods', 'canceled_at'],
    ...['cancellation_reason', 'capture_method', 'client_secret', 'confirmation_method', 'created'],
    ...['currency', 'description', 'last_payment_error', 'livemode', 'next_action'],
    ...['payment_method', 'payment_method_types', 'processing', 'receipt_email'],
    ...['setup_future_usage', 'shipping', 'source', 'status'],
  ] as (keyof Stripe.PaymentIntent)[]
  return Object.fromEntries(names.map((name) => [name, intent[name]]))
}

/** A refusal that carries the intent as it now is, as the provider's do. */
export function refuseIntent(
  status: 400 | 402,
  error: StripeError,
  intent: Stripe.PaymentIntent,
  call: Call,
  changes: Change[] = [],
) {
  return refusal(status, { ...error, payment_intent: presentIntent(intent, call.by) }, changes)
}

export function refuseState(message: string, intent: Stripe.PaymentIntent, call: Call) {
  const code = 'payment_intent_unexpected_state'
  return refuseIntent(400, { type: 'invalid_request_error', code, message }, intent, call)
}
