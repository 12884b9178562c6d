import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { readEnum } from '../api/parameters.ts'
import { createEvent } from '../events.ts'
import { nowInSeconds } from '../ids.ts'
import { findIntent, refuseState } from './find-intent.ts'
import { stateProblem } from './transitions.ts'

export const cancelParameters = {
  cancellation_reason: 'supported',
  expand: 'supported',
} satisfies Record<keyof Stripe.PaymentIntentCancelParams, 'supported' | 'unsupported'>

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const

export function cancelIntent(call: Call): Outcome {
  const intent = findIntent(call)
  const reason = readEnum(call.form, 'cancellation_reason', reasons) ?? null
  const problem = stateProblem('cancel', intent.status)
  if (problem) return refuseState(problem, intent, call)
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    canceled_at: nowInSeconds(),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  }
  const changes = createEvent('payment_intent.canceled', canceled, call)
  return { body: canceled, changes: [['intents', canceled], ...changes] }
}
