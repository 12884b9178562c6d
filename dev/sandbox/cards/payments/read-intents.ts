import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { parameterError } from '../api/errors.ts'
import { listPage } from '../api/list.ts'
import { readInteger, readRequiredText } from '../api/parameters.ts'
import { findIntent, presentIntent } from './find-intent.ts'

export const retrieveIntentParameters = {
  client_secret: 'supported',
  expand: 'supported',
} satisfies Record<keyof Stripe.PaymentIntentRetrieveParams, 'supported' | 'unsupported'>

export function retrieveIntent(call: Call): Outcome {
  return { body: presentIntent(findIntent(call), call.by) }
}

export const listIntentsParameters = {
  created: 'supported',
  customer: 'unsupported',
  customer_account: 'unsupported',
  ending_before: 'supported',
  expand: 'supported',
  limit: 'supported',
  starting_after: 'supported',
} satisfies Record<keyof Stripe.PaymentIntentListParams, 'supported' | 'unsupported'>

export function listIntents({ ledger, form }: Call): Outcome {
  return { body: listPage([...ledger.intents.values()], form, '/v1/payment_intents') }
}

export const searchIntentsParameters = {
  expand: 'supported',
  limit: 'supported',
  page: 'unsupported',
  query: 'supported',
} satisfies Record<keyof Stripe.PaymentIntentSearchParams, 'supported' | 'unsupported'>

/** The only supported query of Stripe's search language. */
const BY_METADATA = /^metadata\[(["'])([^"']+)\1\]:(["'])([^"']*)\3$/

/** Finds intents by a metadata value, newest first. Returns a single page. */
export function searchIntents({ ledger, form }: Call): Outcome {
  const [, , name = '', , value] = BY_METADATA.exec(readRequiredText(form, 'query')) ?? []
  if (value === undefined) {
    throw parameterError(
      'query',
      "The sandbox supports only queries of the form metadata['name']:'value'.",
    )
  }
  const found = [...ledger.intents.values()].filter(({ metadata }) => metadata[name] === value)
  const data = found.reverse().slice(0, readInteger(form, 'limit') ?? 10)
  const url = '/v1/payment_intents/search'
  return { body: { object: 'search_result', data, has_more: false, next_page: null, url } }
}
