import type { z } from 'zod'
import type { cartLine } from './cart/cart-schemas.ts'

/** The titles of all refusals, by HTTP status and code. A title is a message for the user. */
const titles = {
  400: {
    input_invalid: 'Some fields of the request are invalid.',
  },
  401: {
    token_missing: 'Sign in and send the access token.',
    token_invalid: 'The access token is invalid or has expired. Sign in again.',
    session_missing: 'You are not signed in. Sign in first.',
  },
  403: {
    role_insufficient: 'Only admins can do this.',
    user_banned: 'This account has been closed. Contact us to find out why.',
    email_foreign: 'You are signed in with a different email.',
    origin_foreign: 'The request does not come from this website.',
  },
  404: {
    route_missing: 'There is no page at this URL.',
    part_missing: 'This part does not exist or is no longer sold.',
    order_missing: 'This order does not exist.',
    user_missing: 'This user does not exist.',
    session_not_found: 'This session has already ended.',
    drawing_missing: 'This drawing does not exist.',
    note_missing: 'This note does not exist, or another member of staff has written it.',
    review_missing: 'This review does not exist.',
    photo_missing: 'This image does not exist.',
    import_missing: 'This import does not exist.',
    list_missing: 'This list does not exist.',
    own_number_missing: 'This number is not in your list.',
    job_missing: 'This job does not exist.',
    profile_missing: 'This bike profile does not exist.',
  },
  409: {
    part_changed: 'Another user has changed this part. Reload it, then try again.',
    part_number_taken: 'Another part has a number of this part.',
    stock_below_reserved:
      'More pieces are reserved for orders than would be left. Cancel orders first.',
    answer_changed: 'Another admin has changed this answer. Check it, then try again.',
    note_changed:
      'You have changed this note in another window. Copy your text, cancel, then edit the note again.',
    import_under_way: 'Another import is running. Wait until it has finished.',
    import_applied: 'This import has already been applied or cancelled.',
    import_over: 'This import has already finished.',
    order_not_shipped: 'The order has not been shipped yet.',
    order_not_refunded: 'The order has not been refunded.',
    photos_too_many: 'Too many images are being processed. Try again in a moment.',
    quantity_below_minimum: 'The quantity is below the minimum order.',
    quantity_not_multiple: 'The quantity is not a multiple that this part is sold in.',
    quantity_above_available: 'There are not enough pieces in stock.',
    price_tiers_invalid: 'Each price must be lower than the one before it.',
    cart_empty: 'Your cart is empty. Add a part first.',
    cart_full: 'A cart can have 500 lines. Order these first, or remove some.',
    cart_changed: 'Your cart has changed in another window. Check it, then try again.',
    list_full: 'A list can have 500 lines. Remove some, or save another list.',
    lists_full: 'You can save 50 lists. Delete one first.',
    jobs_full: 'You can save 20 jobs. Delete one first.',
    job_changed: 'This job has changed in another window. Reload it, then try again.',
    profile_changed: 'This bike has changed in another window. Cancel, then edit it again.',
    profiles_full: 'You can save 200 bike profiles. Delete one first.',
    own_number_used: 'You already use this number for another part.',
    own_numbers_full: 'You have saved 5,000 part numbers, the maximum. Delete some first.',
    line_changed: 'This line has changed in another window. Check its quantity, then try again.',
    lines_refused: 'Some parts of this order are not available as ordered.',
    prices_changed: 'Some prices have changed. Check the new total, then try again.',
    line_required: 'At least one line must remain. Cancel the whole order instead.',
    total_out_of_range: 'One card payment covers $0.50 to $999,999.99. Change the quantity.',
    unpaid_orders_too_many: 'You have too many unpaid orders. Pay or cancel one of them first.',
    unconfirmed_orders_too_many: 'Confirm your email to place more orders.',
    unpaid_value_too_high: 'Your unpaid orders would be worth too much. Pay an open order first.',
    stock_share_too_high:
      'Your unpaid orders would reserve too much of this part. Pay an open order first.',
    sign_in_too_old: 'Sign in again to do this. Your sign-in is older than fifteen minutes.',
    email_not_confirmed: 'The email of this account has not been confirmed.',
    last_admin: 'There must be at least one admin. Make another user an admin first.',
    orders_under_way:
      'Some of your paid orders have not been shipped yet. Delete your account after that.',
    order_paid: 'The order is already paid.',
    order_not_paid: 'The order has not been paid yet.',
    order_shipped: 'The order has already been shipped.',
    order_disputed: 'The customer disputes the payment. Do not ship the order.',
    order_changed: 'The address or phone has been changed. Check it, then try again.',
    refund_refused:
      'The card provider refused to refund this payment. See its dashboard for the reason.',
    refund_begun: 'The order is being refunded.',
    reservation_extended:
      'The reservation has already been extended once. Pay now, or place a new order later.',
    reservation_over: 'The reservation has expired.',
    order_ambiguous: 'No single unpaid order has this total. Give the bookingId of the order.',
    amount_mismatch: 'The amount is not the order’s total.',
    cancellation_begun: 'The order is being cancelled.',
    payment_processing: 'A payment for this order is being processed. Try again in a minute.',
  },
  413: {
    body_too_large: 'The request body is larger than 64 KiB.',
    paste_too_large: 'The list is too large. Send at most 500 rows at a time.',
    photo_too_large:
      'The image is too large. The limits are 12 MiB and 50 million pixels, or 16 million pixels for progressive JPEGs and other formats.',
    import_too_large: 'The file is too large. The limits are 100 MiB and 200,000 rows.',
  },
  415: {
    photo_type_unsupported:
      'This file is not a JPEG, PNG, WebP or AVIF image. Save it in one of these formats.',
    media_type_unsupported: 'Send the body as application/json.',
  },
  422: {
    photo_unreadable: 'The image cannot be read. Open it on your computer and save it again.',
    photo_shape_unfit:
      'The image is too small or too narrow. Each side needs at least 160 pixels, and the longer side may be at most five times the shorter one.',
    import_unreadable: 'The file cannot be read as CSV. Save it as CSV in UTF-8 with a header row.',
    key_reused: 'This Idempotency-Key was used for a different request. Use a new key.',
  },
  429: {
    reviews_too_many: 'You can add one review a day until your first order is shipped.',
    too_many_requests: 'Too many requests. Wait a moment, then try again.',
  },
  500: {
    internal: 'Something went wrong on our side. Try again.',
  },
  503: {
    provider_unavailable:
      'The card provider is unavailable. Nothing was changed. Try again in a minute.',
    refund_unfinished:
      'The card provider is unavailable. The refund has started and will finish automatically.',
    papers_busy: 'Too many documents are being prepared. Try again in a moment.',
    pictures_busy: 'Too many images are being prepared. Try again in a moment.',
    overloaded: 'The shop is overloaded. Try again in a few seconds.',
    database_unavailable: 'The shop is temporarily unavailable. Try again soon.',
  },
}

type Titles = typeof titles
export type RefusalCode = { [Status in keyof Titles]: keyof Titles[Status] }[keyof Titles]

export const refusalCodes = () =>
  Object.values(titles).flatMap((group) => Object.keys(group)) as RefusalCode[]

/** Returns the HTTP status and the title of a refusal. */
export function describeRefusal(code: RefusalCode): { status: number; title: string } {
  const groups = Object.entries<Partial<Record<RefusalCode, string>>>(titles)
  const [status, group] = groups.find(([, group]) => group[code]) as (typeof groups)[number]
  return { status: Number(status), title: group[code] as string }
}

/** An expected failure. `detail` replaces the title. `errors` has the messages by field of the request. */
export interface Refusal {
  refused: RefusalCode
  detail?: string
  retryAfterSeconds?: number
  errors?: Record<string, string>
  /** The lines of a cart or an order that were refused, each with its reason. */
  lines?: RefusedLine[]
}

/** A refused line. The prices in cents are set if the price has changed, and `line` if the line has changed. */
export interface RefusedLine {
  productId: string
  code: RefusalCode
  detail: string
  available?: number
  line?: z.infer<typeof cartLine>
  oldPriceCents?: number
  newPriceCents?: number
}

/** Creates a refusal. An operation returns it, and the route responds with it as a problem. */
export function refuse(refused: RefusalCode, details: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...details }
}

export function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refused' in result
}
