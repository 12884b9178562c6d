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

export type ErrorResponse = { status: number; error: StripeError }

type RequestError = Error & { response: ErrorResponse }

/**
 * Creates an error to throw for bad keys, bad parameters or unknown ids. If the current state does not allow an
 * operation, the operation returns a refusal instead (`createRefusal`).
 */
export function requestError(status: number, error: Omit<StripeError, 'type'>): RequestError {
  const response: ErrorResponse = { status, error: { type: 'invalid_request_error', ...error } }
  return Object.assign(new Error(error.message), { response })
}

/** Creates an error for an invalid parameter. */
export function parameterError(param: string, message: string, code?: string): RequestError {
  return requestError(400, { ...(code && { code }), message, param })
}

/** Creates an error for an unknown id. */
export function notFoundError(objectName: string, id: string, param = objectName): RequestError {
  return requestError(404, {
    code: 'resource_missing',
    message: `No such ${objectName}: '${id}'`,
    param,
  })
}

export function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && 'response' in error
}
