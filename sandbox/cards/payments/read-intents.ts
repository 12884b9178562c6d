import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { listPage } from '../api/list.ts'
import { findIntent, presentIntent } from './find-intent.ts'

export const retrieveIntentParameters = {
  client_secret: 'done',
  expand: 'done',
} satisfies Record<keyof Stripe.PaymentIntentRetrieveParams, 'done' | 'not done'>

export function retrieveIntent(call: Call): Outcome {
  return { body: presentIntent(findIntent(call), call.by) }
}

export const listIntentsParameters = {
  created: 'done',
  customer: 'not done',
  customer_account: 'not done',
  ending_before: 'done',
  expand: 'done',
  limit: 'done',
  starting_after: 'done',
} satisfies Record<keyof Stripe.PaymentIntentListParams, 'done' | 'not done'>

export function listIntents({ ledger, form }: Call): Outcome {
  return { body: listPage([...ledger.intents.values()], form, '/v1/payment_intents') }
}
