import { z } from 'zod'
import {
  CARRIER_LENGTH,
  ORDER_ADDRESS_LENGTH,
  ORDER_PHONE_LENGTH,
  TRACKING_NUMBER_LENGTH,
} from '../limits.ts'
import {
  dollars,
  email,
  id,
  onePlace,
  page,
  piecesFromOne,
  requiredText,
  text,
  twoWayPage,
} from '../schema-fields.ts'

/** The three that the wire knows; a cancelled order is gone from it. */
export const orderStatus = z.enum(['Pending', 'Paid', 'Shipped'])

/** An order of one line, as the specification's calls say it. `totalPrice` in dollars. */
export const order = z.object({
  _id: id,
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  quantity: z.int(),
  productName: z.string(),
  productId: id,
  totalPrice: z.number(),
  paid: z.boolean(),
  transactionId: z.string().nullable(),
  status: orderStatus,
})

/** What an order has become, also after it is gone from the lists. */
export const orderStage = z.enum([...orderStatus.options, 'Cancelled', 'Refunded'])

/** What happened to an order, to whom it may be told; payments in detail are the staff's to see. */
export const orderStepKind = z.enum([
  'placed',
  'payment_begun',
  'reservation_extended',
  'paid',
  'shipped',
  'tracking_changed',
  'cancelled',
  'refunded',
  'late_payment_refunded',
  'payment_disagrees',
  'cancellation_begun',
  'cancellation_withdrawn',
  'refund_begun',
  'refund_withdrawn',
  'repaired',
])

const moment = z.iso.datetime()

/** A step in the life of an order. Who: the customer, the shop by itself, or staff, named to staff alone. */
export const orderStep = z.object({
  kind: orderStepKind,
  at: moment,
  by: z.enum(['customer', 'staff', 'shop']),
  name: z.string().nullable(),
})

/** An order with its history, oldest step first. `reservedUntil` while it waits for its payment. */
export const orderHistory = order.omit({ status: true }).extend({
  stage: orderStage,
  placedAt: moment,
  reservedUntil: moment.nullable(),
  /** Until when the pieces are reserved once the customer confirms their e-mail; null where that is not needed. */
  reservedUntilIfConfirmed: moment.nullable(),
  /** The reservation can be extended, once, to this moment. */
  extendableTo: moment.nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Where the carrier says how far it is, if the shop knows the carrier. */
  trackingUrl: z.string().nullable(),
  /** Of a paid order, as soon as it has them. */
  invoiceNumber: z.string().nullable(),
  creditNoteNumber: z.string().nullable(),
  steps: z.array(orderStep),
})

const trackingNumber = text(TRACKING_NUMBER_LENGTH, 'Give the number as text.').optional()

/** Who brings a parcel, and its number there, if it has one. */
export const tracking = z.strictObject({
  carrier: requiredText(CARRIER_LENGTH, 'Say who brings it.'),
  trackingNumber,
})

/** What is known of a parcel when it leaves; often nothing yet, and then there need not be a body. */
export const shipment = z
  .strictObject({
    carrier: text(CARRIER_LENGTH, 'Give the carrier as text.').optional(),
    trackingNumber,
  })
  .refine(({ carrier, trackingNumber }) => carrier || !trackingNumber, {
    path: ['carrier'],
    message: 'Say who brings it.',
  })
  .optional()

/** How many unpaid orders were cancelled, and how many could not be. */
export const released = z.object({ cancelled: z.int(), notCancelled: z.int() })

export const reservation = z.object({ reservedUntil: moment })

/** What the card provider says of an intent now. Amounts in dollars. */
const intentAtProvider = z.object({
  state: z.enum(['open', 'processing', 'succeeded', 'cancelled']),
  amount: z.number(),
  received: z.number(),
  refunded: z.number(),
  currency: z.string(),
  orderId: z.string().nullable(),
})

/**
 * A payment intent in the shop's books, beside the card provider's. `provider` is null where that
 * knows none; `state` is unknown where the books know none: money with no order to show for it.
 */
export const orderIntent = z.object({
  id: z.string(),
  amount: z.number(),
  state: z.enum(['open', 'settled', 'cancelled', 'refunded', 'unknown']),
  refundId: z.string().nullable(),
  createdAt: moment,
  provider: intentAtProvider.nullable(),
  /** Where the two disagree, in a sentence. */
  disagreement: z.string().nullable(),
})

/** What the card provider told the shop, and what the shop made of it. */
export const providerEvent = z.object({
  id: z.string(),
  type: z.string(),
  intentId: z.string().nullable(),
  receivedAt: moment,
  outcome: z.string().nullable(),
})

export const orderPayments = z.object({
  intents: z.array(orderIntent),
  events: z.array(providerEvent),
})

/** What a repair did, one sentence each; none: the books agreed. */
export const repair = z.object({ did: z.array(z.string()) })

/** `email`, `name` and `productName` are accepted, and the session's and the catalogue's win. */
export const newOrder = z.strictObject({
  productId: id,
  quantity: piecesFromOne,
  phone: requiredText(ORDER_PHONE_LENGTH, 'Phone number required'),
  address: requiredText(ORDER_ADDRESS_LENGTH, 'Please Provide Your Address'),
  email: z.string().max(254).optional(),
  name: z.string().max(200).optional(),
  productName: z.string().max(200).optional(),
})

/** `confirmEmailBy`: the reservation ends then unless the customer confirms their e-mail before. */
export const newOrderAnswer = z.object({
  result: z.object({ acknowledged: z.literal(true), insertedId: id }),
  confirmEmailBy: moment.optional(),
})

/** As above, and what it comes to now, in dollars. */
export const reorderAnswer = newOrderAnswer.extend({ totalPrice: z.number() })

export const myOrdersQuery = z.strictObject({ client: email, size: page.size, after: page.after })

export const ordersSort = z.enum(['newest', 'oldest', 'dearest', 'cheapest'])

/** `client`: the orders of who has this e-mail, whatever it was when he ordered. */
export const allOrdersQuery = z
  .strictObject({
    ...twoWayPage,
    sort: ordersSort.optional(),
    search: text(200).optional(),
    status: orderStatus.optional(),
    client: email.optional(),
  })
  .refine(...onePlace)

/** All that are wanted, newest first unless it is said otherwise. */
export const exportQuery = z.strictObject({
  sort: ordersSort.optional(),
  search: text(200).optional(),
  status: orderStatus.optional(),
  client: email.optional(),
})

export const cancelQuery = z.strictObject({ client: email.optional() })

export const newIntent = z.strictObject({ totalPrice: dollars, bookingId: id.optional() })

export const newIntentAnswer = z.object({ clientSecret: z.string() })

/** Only a question to look: none of it is believed, the card provider is asked. */
export const paymentReport = z.strictObject({
  email: z.string().max(254).optional(),
  bookingId: id.optional(),
  transactionId: z.string().max(255).optional(),
  totalPrice: z.number().optional(),
})
