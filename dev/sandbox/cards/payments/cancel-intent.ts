import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { oneOf } from '../api/parameters.ts'
import { event } from '../events.ts'
import { seconds } from '../ids.ts'
import { findIntent, refuseState } from './find-intent.ts'
import { unexpectedState } from './transitions.ts'

export const cancelParameters = {
  cancellation_reason: 'done',
  expand: 'done',
} satisfies Record<keyof Stripe.PaymentIntentCancelParams, 'done' | 'not done'>

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const

export function cancelIntent(call: Call): Outcome {
  const intent = findIntent(call)
  const reason = oneOf(call.form, 'cancellation_reason', reasons) ?? null
  const forbidden = unexpectedState('cancel', intent.status)
  if (forbidden) return refuseState(forbidden, intent, call)
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    canceled_at: seconds(),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  }
  const changes = event('payment_intent.canceled', canceled, call)
  return { body: canceled, changes: [['intents', canceled], ...changes] }
}
