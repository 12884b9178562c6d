/** All expected refusals: a stable code, an HTTP status and a message for the user. */
export const refusals = {
  input_invalid: { status: 400, title: 'Some fields of the request are invalid.' },
  token_missing: { status: 401, title: 'Sign in and send the access token.' },
  token_invalid: {
    status: 401,
    title: 'The access token is invalid or has expired. Sign in again.',
  },
  session_missing: { status: 401, title: 'You are not signed in. Sign in first.' },
  role_insufficient: { status: 403, title: 'Only admins can do this.' },
  user_banned: {
    status: 403,
    title: 'This account has been closed. Contact us to find out why.',
  },
  email_foreign: { status: 403, title: 'You are signed in with a different e-mail.' },
  origin_foreign: { status: 403, title: 'The request does not come from this website.' },
  route_missing: { status: 404, title: 'There is no page at this address.' },
  part_missing: { status: 404, title: 'This part does not exist or is no longer sold.' },
  order_missing: { status: 404, title: 'This order does not exist.' },
  user_missing: { status: 404, title: 'This user does not exist.' },
  session_not_found: { status: 404, title: 'This session has already ended.' },
  drawing_missing: { status: 404, title: 'This drawing does not exist.' },
  review_missing: { status: 404, title: 'This review does not exist.' },
  photo_missing: { status: 404, title: 'This photo does not exist.' },
  import_missing: { status: 404, title: 'This import does not exist.' },
  part_changed: {
    status: 409,
    title: 'Another user has changed this part. Reload it, then try again.',
  },
  stock_below_reserved: {
    status: 409,
    title: 'More pieces are reserved for orders than would be left. Cancel orders first.',
  },
  import_under_way: {
    status: 409,
    title: 'Another import is running. Wait until it has finished.',
  },
  import_applied: {
    status: 409,
    title: 'This import has already been applied or cancelled.',
  },
  import_over: { status: 409, title: 'This import has already finished.' },
  order_not_shipped: { status: 409, title: 'The order has not been shipped yet.' },
  order_not_refunded: { status: 409, title: 'The order has not been refunded.' },
  photos_too_many: {
    status: 409,
    title: 'Too many photos are being processed. Try again in a moment.',
  },
  quantity_below_minimum: { status: 409, title: 'The quantity is below the minimum order.' },
  quantity_above_available: { status: 409, title: 'There are not enough pieces in stock.' },
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
    title: 'Sign in again to do this. Your sign-in is older than fifteen minutes.',
  },
  email_not_confirmed: { status: 409, title: 'The email of this account has not been confirmed.' },
  last_admin: {
    status: 409,
    title: 'There must be at least one admin. Make another user an admin first.',
  },
  orders_under_way: {
    status: 409,
    title: 'Some of your paid orders have not been shipped yet. Delete your account after that.',
  },
  order_paid: { status: 409, title: 'The order is already paid.' },
  order_not_paid: { status: 409, title: 'The order has not been paid yet.' },
  order_shipped: { status: 409, title: 'The order has already been shipped.' },
  refund_refused: {
    status: 409,
    title: 'The card provider refused to refund this payment. See its dashboard for the reason.',
  },
  refund_begun: { status: 409, title: 'The order is being refunded.' },
  reservation_extended: {
    status: 409,
    title: 'The reservation has already been extended once. Pay now, or place a new order later.',
  },
  reservation_over: { status: 409, title: 'The reservation has expired.' },
  order_ambiguous: {
    status: 409,
    title: 'No single unpaid order has this total. Give the bookingId of the order.',
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
      'The photo is too large. The limits are 12 MiB and 50 million pixels, or 16 million pixels for progressive JPEGs and other formats.',
  },
  import_too_large: {
    status: 413,
    title: 'The file is too large. The limits are 100 MiB and 200,000 rows.',
  },
  photo_type_unsupported: {
    status: 415,
    title:
      'This file is not a JPEG, PNG, WebP or AVIF image. Save the photo in one of these formats.',
  },
  media_type_unsupported: { status: 415, title: 'Send the body as application/json.' },
  photo_unreadable: {
    status: 422,
    title: 'The photo cannot be read. Open it on your computer and save it again.',
  },
  photo_shape_unfit: {
    status: 422,
    title:
      'The photo is too small or too narrow. Each side needs at least 160 pixels, and the longer side may be at most five times the shorter one.',
  },
  import_unreadable: {
    status: 422,
    title: 'The file cannot be read as CSV. Save it as CSV in UTF-8 with a header row.',
  },
  key_reused: {
    status: 422,
    title: 'This Idempotency-Key was used for a different request. Use a new key.',
  },
  reviews_too_many: {
    status: 429,
    title: 'You can add one review a day until your first order is shipped.',
  },
  too_many_requests: { status: 429, title: 'Too many requests. Wait a moment, then try again.' },
  internal: { status: 500, title: 'Something went wrong on our side. Try again.' },
  provider_unavailable: {
    status: 503,
    title: 'The card provider is unavailable. Nothing was changed. Try again in a minute.',
  },
  refund_unfinished: {
    status: 503,
    title:
      'The card provider is unavailable. The refund has started and will finish automatically.',
  },
  papers_busy: {
    status: 503,
    title: 'Too many documents are being prepared. Try again in a moment.',
  },
  pictures_busy: {
    status: 503,
    title: 'Too many images are being prepared. Try again in a moment.',
  },
  overloaded: {
    status: 503,
    title: 'The shop is overloaded. Try again in a few seconds.',
  },
  database_unavailable: {
    status: 503,
    title: 'The shop is temporarily unavailable. Try again soon.',
  },
} as const satisfies Record<string, { status: number; title: string }>

export type RefusalCode = keyof typeof refusals

/**
 * An expected refusal. `detail` replaces the title in the message; `errors` holds messages by body field.
 * `retryAfterSeconds` becomes the Retry-After header.
 */
export interface Refusal {
  refused: RefusalCode
  detail?: string
  retryAfterSeconds?: number
  errors?: Record<string, string>
}

/** Creates a refusal for an operation to return. Its route sends it as a problem. */
export function refuse(refused: RefusalCode, details: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...details }
}

export function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refused' in result
}

/** RFC 9457 problem details, the body of every refusal. `type` is about:blank. */
export interface Problem {
  type: string
  title: string
  status: number
  code: RefusalCode
  detail?: string
  errors?: Record<string, string>
  /** The ID of the request in the log. Set for status 500. */
  requestId?: string
}
