import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { listPage } from '../api/list.ts'
import { integer, requiredText } from '../api/parameters.ts'
import { badParameter } from '../api/refusals.ts'
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

export const searchIntentsParameters = {
  expand: 'done',
  limit: 'done',
  page: 'not done',
  query: 'done',
} satisfies Record<keyof Stripe.PaymentIntentSearchParams, 'done' | 'not done'>

/** The one question in the provider's search language that is understood here. */
const BY_METADATA = /^metadata\[(["'])([^"']+)\1\]:(["'])([^"']*)\3$/

/** Finds intents by a value of their metadata, newest first; one page, as many as asked for. */
export function searchIntents({ ledger, form }: Call): Outcome {
  const [, , name = '', , value] = BY_METADATA.exec(requiredText(form, 'query')) ?? []
  if (value === undefined) {
    throw badParameter('query', "The sandbox's stand-in searches by metadata['name']:'value'.")
  }
  const found = [...ledger.intents.values()].filter(({ metadata }) => metadata[name] === value)
  const data = found.reverse().slice(0, integer(form, 'limit') ?? 10)
  const url = '/v1/payment_intents/search'
  return { body: { object: 'search_result', data, has_more: false, next_page: null, url } }
}
