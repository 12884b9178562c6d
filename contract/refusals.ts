/** Every expected 'no' of the shop: its stable code, its HTTP status and what to do about it. */
export const refusals = {
  input_invalid: { status: 400, title: 'Something in the request is not as it must be.' },
  token_missing: { status: 401, title: 'Sign in first, then send the access token.' },
  token_invalid: {
    status: 401,
    title: 'The access token is broken or has run out. Sign in again.',
  },
  session_missing: { status: 401, title: 'There is no session. Sign in first.' },
  role_insufficient: { status: 403, title: 'Only an admin may do this.' },
  user_banned: {
    status: 403,
    title: 'This account is closed by the shop. Write to us to learn why.',
  },
  email_foreign: { status: 403, title: 'This e-mail is not the one you are signed in with.' },
  origin_foreign: { status: 403, title: 'The request does not come from a page of this shop.' },
  route_missing: { status: 404, title: 'There is nothing at this address.' },
  part_missing: { status: 404, title: 'There is no such part, or it is no longer sold.' },
  order_missing: { status: 404, title: 'There is no such order.' },
  user_missing: { status: 404, title: 'There is no such user.' },
  session_not_found: { status: 404, title: 'There is no such sign-in any more.' },
  drawing_missing: { status: 404, title: 'There is no such drawing.' },
  review_missing: { status: 404, title: 'There is no such review.' },
  photo_missing: { status: 404, title: 'There is no such photo.' },
  import_missing: { status: 404, title: 'There is no such import.' },
  part_changed: {
    status: 409,
    title: 'Somebody else has changed this part meanwhile. Look at it anew, then change it.',
  },
  stock_below_reserved: {
    status: 409,
    title: 'More pieces are promised to orders than would be left. Cancel orders first.',
  },
  import_under_way: {
    status: 409,
    title: 'Another import is under way. Wait until it is done.',
  },
  import_applied: {
    status: 409,
    title: 'This import cannot be applied: it was, is being, or was stopped.',
  },
  import_over: { status: 409, title: 'This import is over.' },
  order_not_shipped: { status: 409, title: 'The order is not shipped yet.' },
  order_not_refunded: { status: 409, title: 'The order was not refunded.' },
  photos_too_many: {
    status: 409,
    title: 'Too many photos are being taken in at once. Try again in a moment.',
  },
  quantity_below_minimum: { status: 409, title: 'The quantity is below the minimum order.' },
  quantity_above_available: { status: 409, title: 'There are not so many pieces in stock.' },
  total_out_of_range: {
    status: 409,
    title: 'One card payment covers $0.50 to $999,999.99. Change the quantity.',
  },
  unpaid_orders_too_many: {
    status: 409,
    title: 'You have too many unpaid orders. Pay or cancel one of them first.',
  },
  unconfirmed_orders_too_many: {
    status: 409,
    title: 'Confirm your email to place more orders.',
  },
  unpaid_value_too_high: {
    status: 409,
    title: 'Your unpaid orders would be worth too much. Pay an open order first.',
  },
  stock_share_too_high: {
    status: 409,
    title: 'Your unpaid orders would reserve too much of this part. Pay an open order first.',
  },
  sign_in_too_old: {
    status: 409,
    title: 'For this, sign in anew: your sign-in is older than fifteen minutes.',
  },
  email_not_confirmed: { status: 409, title: 'The email of this account is not confirmed.' },
  last_admin: {
    status: 409,
    title: 'The shop would be left without an admin. Make another first.',
  },
  orders_under_way: {
    status: 409,
    title: 'Some of your orders are paid and not shipped yet. Delete your account after that.',
  },
  order_paid: { status: 409, title: 'The order is paid already.' },
  order_not_paid: { status: 409, title: 'The order is not paid yet.' },
  order_shipped: { status: 409, title: 'The order is shipped already.' },
  refund_refused: {
    status: 409,
    title: 'The card provider does not refund this payment. Its own pages say why.',
  },
  refund_begun: { status: 409, title: 'The order is being refunded.' },
  reservation_extended: {
    status: 409,
    title: 'The reservation was extended once already. Pay, or order again later.',
  },
  reservation_over: { status: 409, title: 'The reservation has run out.' },
  order_ambiguous: {
    status: 409,
    title: 'No single unpaid order has this total. Say which order is meant by its bookingId.',
  },
  amount_mismatch: { status: 409, title: "The amount is not the order's total." },
  cancellation_begun: { status: 409, title: 'The order is being cancelled.' },
  payment_processing: {
    status: 409,
    title: 'A payment for this order is being processed. Try again in a minute.',
  },
  body_too_large: { status: 413, title: 'The request body is larger than 64 KiB.' },
  photo_too_large: {
    status: 413,
    title:
      'The photo is too large: at most 12 MiB, and 50 million pixels as a JPEG, 16 million as a progressive JPEG or otherwise.',
  },
  import_too_large: {
    status: 413,
    title: 'The file is too large: at most 100 MiB and 200,000 rows.',
  },
  photo_type_unsupported: {
    status: 415,
    title: 'This is no JPEG, PNG, WebP or AVIF file. Save the photo as one of these.',
  },
  media_type_unsupported: { status: 415, title: 'Send the body as application/json.' },
  photo_unreadable: {
    status: 422,
    title: 'The photo cannot be read. Open it on your machine and save it anew.',
  },
  photo_shape_unfit: {
    status: 422,
    title:
      'The photo is too small or too narrow: at least 160 pixels on each side, and at most five times as long as wide.',
  },
  import_unreadable: {
    status: 422,
    title: 'The file cannot be read as CSV. Save it as CSV in UTF-8, with its headings.',
  },
  key_reused: {
    status: 422,
    title: 'This Idempotency-Key was used with another request. Take a new one.',
  },
  reviews_too_many: {
    status: 429,
    title: 'You can add one review a day until your first order is shipped.',
  },
  too_many_requests: { status: 429, title: 'Too many requests. Wait a little, then try again.' },
  internal: { status: 500, title: 'Something went wrong on our side. Try again.' },
  provider_unavailable: {
    status: 503,
    title: 'The card provider does not answer. Nothing was changed; try again in a minute.',
  },
  refund_unfinished: {
    status: 503,
    title: 'The card provider does not answer. The refund has begun, and is finished when it does.',
  },
  papers_busy: {
    status: 503,
    title: 'Too many papers are waited for just now. Try again in a moment.',
  },
  pictures_busy: {
    status: 503,
    title: 'Too many pictures are waited for just now. Try again in a moment.',
  },
  overloaded: {
    status: 503,
    title: 'Too much is asked of the shop at this moment. Try again in a few seconds.',
  },
  database_unavailable: { status: 503, title: 'The shop cannot be reached now. Try again soon.' },
} as const satisfies Record<string, { status: number; title: string }>

export type RefusalCode = keyof typeof refusals

/**
 * An expected 'no': `detail` is a sentence for this case, `errors` one by field of the body.
 * `retryAfterSeconds` is sent as the Retry-After header.
 */
export interface Refusal {
  refused: RefusalCode
  detail?: string
  retryAfterSeconds?: number
  errors?: Record<string, string>
}

/** Makes a refusal, to be returned by an operation and answered by its route. */
export function refuse(refused: RefusalCode, more: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...more }
}

/** Tells a refusal from any other answer of an operation. */
export function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'refused' in answer
}

/** RFC 9457 problem details, as every refused call answers. `type` is about:blank. */
export interface Problem {
  type: string
  title: string
  status: number
  code: RefusalCode
  detail?: string
  errors?: Record<string, string>
  /** Of a 500: by which the log has what went wrong. */
  requestId?: string
}
