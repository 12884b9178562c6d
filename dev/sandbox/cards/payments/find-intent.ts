import type Stripe from 'stripe'
import type { Call } from '../api/call.ts'
import { refusal } from '../api/call.ts'
import { notFoundError, parameterError, type StripeError } from '../api/errors.ts'
import { readText } from '../api/parameters.ts'
import type { Change } from '../ledger.ts'

/** Returns the intent in the path. A browser must also send its client secret. */
export function findIntent({ ledger, id, by, form }: Call): Stripe.PaymentIntent {
  const intent = ledger.intents.get(id)
  if (!intent) throw notFoundError('payment_intent', id, 'intent')
  if (by === 'publishable' && readText(form, 'client_secret') !== intent.client_secret) {
    throw parameterError(
      'client_secret',
      'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
      'payment_intent_invalid_parameter',
    )
  }
  return intent
}

/** Returns the intent with the fields that the caller may see. Browsers see fewer. */
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

/** Creates a refusal that contains the current intent, like Stripe's. */
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
