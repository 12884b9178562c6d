import type Stripe from 'stripe'

/** The provider's error body, inside `{ error }`. */
export type StripeError = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  charge?: string
  doc_url?: string
  payment_intent?: unknown
  payment_method?: Stripe.PaymentMethod
}

export type Refused = { status: number; error: StripeError }

type RefusedRequest = Error & { refused: Refused }

/**
 * An error to throw for a request that is turned away before anything is done: bad keys, bad
 * parameters, unknown ids. Refusals of the operations themselves are returned as values.
 */
export function turnAway(status: number, error: Omit<StripeError, 'type'>): RefusedRequest {
  const refused: Refused = { status, error: { type: 'invalid_request_error', ...error } }
  return Object.assign(new Error(error.message), { refused })
}

export function badParameter(param: string, message: string, code?: string): RefusedRequest {
  return turnAway(400, { ...(code && { code }), message, param })
}

export function noSuch(what: string, id: string, param = what): RefusedRequest {
  return turnAway(404, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param })
}

export function isRefusedRequest(error: unknown): error is RefusedRequest {
  return error instanceof Error && 'refused' in error
}
