import { z } from 'zod'
import type { RefusalCode } from './refusals.ts'
import { deleted, email, id, inserted, modified } from './wire/fields.ts'
import * as orders from './wire/orders.ts'
import * as parts from './wire/parts.ts'
import * as reviews from './wire/reviews.ts'
import * as users from './wire/users.ts'

/**
 * Who may call: everybody; whoever holds an access token; an admin; or, of the one call that
 * exchanges or updates, the holder of a session cookie or of a token.
 */
export type Access = 'public' | 'user' | 'admin' | 'session'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  access: Access
  /** The noun it is about: a folder of the server, a chapter of the document. */
  about: 'parts' | 'reviews' | 'users' | 'orders' | 'payments'
  summary: string
  params?: z.ZodType
  querystring?: z.ZodType
  body?: z.ZodType
  /** The answer when it goes well, and its status: 200, or 201 where something was created. */
  answer: z.ZodType
  status?: 201
  refusals: readonly RefusalCode[]
}

const byId = z.object({ id })
const byEmail = z.object({ email })

/** Every call of the specification (§7), as design §5 decides it, and the shop's own under /api. */
export const calls = {
  listParts: {
    method: 'GET',
    path: '/parts',
    access: 'public',
    about: 'parts',
    summary:
      'Parts, in a stable order, best matches first in a search. Link says the next page, X-Total-Count how many there are, X-Searched-For the words that a misspelt search was taken for.',
    querystring: parts.partsQuery,
    answer: z.array(parts.part),
    refusals: ['input_invalid'],
  },
  readPart: {
    method: 'GET',
    path: '/parts/:id',
    access: 'public',
    about: 'parts',
    summary: 'One part.',
    params: byId,
    answer: parts.part,
    refusals: ['input_invalid', 'part_missing'],
  },
  readPartDetails: {
    method: 'GET',
    path: '/api/parts/:id',
    access: 'public',
    about: 'parts',
    summary: 'What the catalogue knows of a part beyond the specification.',
    params: byId,
    answer: parts.partDetails,
    refusals: ['input_invalid', 'part_missing'],
  },
  readPartRelations: {
    method: 'GET',
    path: '/api/parts/:id/relations',
    access: 'public',
    about: 'parts',
    summary: 'What a part goes together with, and the parts that are most like it.',
    params: byId,
    answer: parts.partRelations,
    refusals: ['input_invalid', 'part_missing'],
  },
  listFamilies: {
    method: 'GET',
    path: '/api/families',
    access: 'public',
    about: 'parts',
    summary: 'The families that have parts on sale, and how many of each are wanted.',
    querystring: parts.familiesQuery,
    answer: z.array(parts.family),
    refusals: ['input_invalid'],
  },
  addPart: {
    method: 'POST',
    path: '/parts',
    access: 'admin',
    about: 'parts',
    summary: 'Adds a part to the catalogue.',
    body: parts.newPart,
    answer: inserted,
    status: 201,
    refusals: ['input_invalid'],
  },
  deletePart: {
    method: 'DELETE',
    path: '/part/:id',
    access: 'admin',
    about: 'parts',
    summary: 'Takes a part out of the catalogue. Orders of it keep their name and price.',
    params: byId,
    answer: deleted,
    refusals: ['input_invalid'],
  },
  listReviews: {
    method: 'GET',
    path: '/reviews',
    access: 'public',
    about: 'reviews',
    summary: 'Reviews, newest first.',
    querystring: reviews.reviewsQuery,
    answer: z.array(reviews.review),
    refusals: ['input_invalid'],
  },
  readShopRating: {
    method: 'GET',
    path: '/api/rating',
    access: 'public',
    about: 'reviews',
    summary:
      'What all reviews say together: their average, their number, and how many give each star.',
    answer: reviews.shopRating,
    refusals: [],
  },
  addReview: {
    method: 'POST',
    path: '/reviews',
    access: 'user',
    about: 'reviews',
    summary: "Adds a review under the session's name.",
    body: reviews.newReview,
    answer: inserted,
    status: 201,
    refusals: ['input_invalid'],
  },
  putUser: {
    method: 'PUT',
    path: '/user/:email',
    access: 'session',
    about: 'users',
    summary:
      'With email alone in the body: exchanges the session cookie for an access token. Otherwise updates the profile; empty fields keep the old values.',
    params: byEmail,
    body: users.putUser,
    answer: users.putUserAnswer,
    refusals: ['input_invalid', 'session_missing', 'email_foreign', 'origin_foreign'],
  },
  readUser: {
    method: 'GET',
    path: '/user/:email',
    access: 'user',
    about: 'users',
    summary: 'A profile: ones own, or for an admin anybody’s.',
    params: byEmail,
    answer: users.profile,
    refusals: ['input_invalid', 'email_foreign', 'user_missing'],
  },
  readAdminFlag: {
    method: 'GET',
    path: '/user/admin/:email',
    access: 'user',
    about: 'users',
    summary: 'Whether this user is an admin: oneself, or for an admin anybody.',
    params: byEmail,
    answer: users.adminFlag,
    refusals: ['input_invalid', 'email_foreign', 'user_missing'],
  },
  makeAdmin: {
    method: 'PUT',
    path: '/user/admin/:email',
    access: 'admin',
    about: 'users',
    summary: 'Makes a user an admin.',
    params: byEmail,
    answer: modified,
    refusals: ['input_invalid'],
  },
  listUsers: {
    method: 'GET',
    path: '/allUsers',
    access: 'admin',
    about: 'users',
    summary: 'Users, newest first. X-Total-Count says how many the search leaves.',
    querystring: users.usersQuery,
    answer: z.array(users.listedUser),
    refusals: ['input_invalid'],
  },
  placeOrder: {
    method: 'POST',
    path: '/booking',
    access: 'user',
    about: 'orders',
    summary:
      'Places an order and claims its stock. An Idempotency-Key makes a repeat answer as the first did.',
    body: orders.newOrder,
    answer: orders.newOrderAnswer,
    status: 201,
    refusals: [
      'input_invalid',
      'part_missing',
      'quantity_below_minimum',
      'quantity_above_available',
      'total_out_of_range',
      'unpaid_orders_too_many',
      'key_reused',
    ],
  },
  readOrder: {
    method: 'GET',
    path: '/booking/:id',
    access: 'user',
    about: 'orders',
    summary: 'One order: of ones own, or for an admin anybody’s.',
    params: byId,
    answer: orders.order,
    refusals: ['input_invalid', 'order_missing'],
  },
  listMyOrders: {
    method: 'GET',
    path: '/myOrders',
    access: 'user',
    about: 'orders',
    summary: 'Ones own orders, newest first. X-Total-Count says how many there are, up to 10,000.',
    querystring: orders.myOrdersQuery,
    answer: z.array(orders.order),
    refusals: ['input_invalid', 'email_foreign'],
  },
  listAllOrders: {
    method: 'GET',
    path: '/allOrders',
    access: 'admin',
    about: 'orders',
    summary:
      'All orders, in the order that sort names. search looks in e-mail, name, parts and transaction id, or for the whole id; fewer than three letters or digits in a row only for e-mails that begin so. X-Total-Count says how many the filter leaves, up to 10,000; Link the pages around this one.',
    querystring: orders.allOrdersQuery,
    answer: z.array(orders.order),
    refusals: ['input_invalid'],
  },
  cancelOrder: {
    method: 'DELETE',
    path: '/booking/:id',
    access: 'user',
    about: 'orders',
    summary: 'Cancels an unpaid order and gives its stock back.',
    params: byId,
    querystring: orders.cancelQuery,
    answer: deleted,
    refusals: [
      'input_invalid',
      'email_foreign',
      'order_paid',
      'payment_processing',
      'refund_refused',
      'provider_unavailable',
    ],
  },
  createPaymentIntent: {
    method: 'POST',
    path: '/create-payment-intent',
    access: 'user',
    about: 'payments',
    summary: "Answers the client secret of an order's one open payment intent.",
    body: orders.newIntent,
    answer: orders.newIntentAnswer,
    refusals: [
      'input_invalid',
      'order_missing',
      'order_ambiguous',
      'amount_mismatch',
      'order_paid',
      'cancellation_begun',
      'payment_processing',
      'provider_unavailable',
    ],
  },
  reportPayment: {
    method: 'PATCH',
    path: '/booking/:id',
    access: 'user',
    about: 'payments',
    summary: 'Asks the shop to look whether the order is paid. The card provider is asked.',
    params: byId,
    body: orders.paymentReport,
    answer: modified,
    refusals: ['input_invalid', 'order_missing', 'email_foreign', 'provider_unavailable'],
  },
  shipOrder: {
    method: 'PATCH',
    path: '/shipped/:id',
    access: 'admin',
    about: 'orders',
    summary: 'Ships a paid order.',
    params: byId,
    answer: modified,
    refusals: ['input_invalid', 'order_not_paid', 'refund_begun'],
  },
  readOrderHistory: {
    method: 'GET',
    path: '/api/orders/:id',
    access: 'user',
    about: 'orders',
    summary:
      'One order with its history, also when it is cancelled: ones own, or for an admin anybody’s.',
    params: byId,
    answer: orders.orderHistory,
    refusals: ['input_invalid', 'order_missing'],
  },
  extendReservation: {
    method: 'POST',
    path: '/api/orders/:id/extension',
    access: 'user',
    about: 'orders',
    summary: 'Extends the reservation of ones own unpaid order, once.',
    params: byId,
    answer: orders.reservation,
    refusals: [
      'input_invalid',
      'order_missing',
      'order_paid',
      'cancellation_begun',
      'reservation_extended',
      'reservation_over',
    ],
  },
  readOrderPayments: {
    method: 'GET',
    path: '/api/orders/:id/payments',
    access: 'admin',
    about: 'payments',
    summary:
      'The payments of an order in the shop’s books beside the card provider’s, which is asked.',
    params: byId,
    answer: orders.orderPayments,
    refusals: ['input_invalid', 'order_missing', 'provider_unavailable'],
  },
  repairOrder: {
    method: 'POST',
    path: '/api/orders/:id/repair',
    access: 'admin',
    about: 'payments',
    summary:
      'Asks the card provider about every payment of an order, sets the books right and records what it did.',
    params: byId,
    answer: orders.repair,
    refusals: ['input_invalid', 'order_missing', 'refund_refused', 'provider_unavailable'],
  },
  refundOrder: {
    method: 'POST',
    path: '/api/orders/:id/refund',
    access: 'admin',
    about: 'payments',
    summary: 'Refunds a paid order that is not shipped, whole and once, and gives its stock back.',
    params: byId,
    answer: modified,
    refusals: [
      'input_invalid',
      'order_missing',
      'order_not_paid',
      'order_shipped',
      'refund_refused',
      'refund_unfinished',
    ],
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls
