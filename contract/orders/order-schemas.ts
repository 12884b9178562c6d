import { z } from 'zod'
import {
  CARRIER_LENGTH,
  ORDER_ADDRESS_LENGTH,
  ORDER_PHONE_LENGTH,
  TRACKING_NUMBER_LENGTH,
} from '../limits.ts'
import {
  bidirectionalPage,
  dollars,
  email,
  id,
  page,
  positiveQuantity,
  requiredText,
  singleCursor,
  text,
} from '../schema-fields.ts'

/** The calls of the specification do not return cancelled orders. */
export const orderStatus = z.enum(['Pending', 'Paid', 'Shipped'])

/** An order of one line, with the fields of the specification. `totalPrice` in dollars. */
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

/** The status of an order, including orders that are no longer listed. */
export const orderStage = z.enum([...orderStatus.options, 'Cancelled', 'Refunded'])

/** The event kinds that customers may see. Payment details are visible to staff only. */
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

const timestamp = z.iso.datetime()

/** An event in the history of an order. `name` is the staff member's; only staff see it. */
export const orderStep = z.object({
  kind: orderStepKind,
  at: timestamp,
  by: z.enum(['customer', 'staff', 'shop']),
  name: z.string().nullable(),
})

/** An order with its history, oldest step first. `reservedUntil` is set while it is unpaid. */
export const orderHistory = order.omit({ status: true }).extend({
  stage: orderStage,
  placedAt: timestamp,
  reservedUntil: timestamp.nullable(),
  /** The end of the reservation if the customer confirms their e-mail; null if that is not required. */
  reservedUntilIfConfirmed: timestamp.nullable(),
  /** The end of the reservation after its one extension; null if it cannot be extended. */
  extendableTo: timestamp.nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** The tracking page; null for unknown carriers. */
  trackingUrl: z.string().nullable(),
  /** Null until the document exists. */
  invoiceNumber: z.string().nullable(),
  creditNoteNumber: z.string().nullable(),
  steps: z.array(orderStep),
})

const trackingNumber = text(TRACKING_NUMBER_LENGTH, 'Enter the number as text.').optional()

export const tracking = z.strictObject({
  carrier: requiredText(CARRIER_LENGTH, 'Enter a carrier.'),
  trackingNumber,
})

/** The tracking of an order that is being shipped. All of it, and the body itself, is optional. */
export const shipment = z
  .strictObject({
    carrier: text(CARRIER_LENGTH, 'Enter the carrier as text.').optional(),
    trackingNumber,
  })
  .refine(({ carrier, trackingNumber }) => carrier || !trackingNumber, {
    path: ['carrier'],
    message: 'Enter a carrier.',
  })
  .optional()

/** Counts of the unpaid orders that were cancelled and that could not be cancelled. */
export const releaseResult = z.object({ cancelled: z.int(), notCancelled: z.int() })

export const reservation = z.object({ reservedUntil: timestamp })

/** The current state of an intent at the card provider. Amounts in dollars. */
const providerIntent = z.object({
  state: z.enum(['open', 'processing', 'succeeded', 'cancelled']),
  amount: z.number(),
  received: z.number(),
  refunded: z.number(),
  currency: z.string(),
  orderId: z.string().nullable(),
})

/**
 * A payment intent in the shop's records and at the card provider. `provider` is null if the provider has
 * no such intent. `state` is `unknown` if only the provider has it.
 */
export const orderIntent = z.object({
  id: z.string(),
  amount: z.number(),
  state: z.enum(['open', 'settled', 'cancelled', 'refunded', 'unknown']),
  refundId: z.string().nullable(),
  createdAt: timestamp,
  provider: providerIntent.nullable(),
  /** Describes a difference between the two in a sentence. */
  disagreement: z.string().nullable(),
})

/** A webhook event of the card provider, and the result of processing it. */
export const providerEvent = z.object({
  id: z.string(),
  type: z.string(),
  intentId: z.string().nullable(),
  receivedAt: timestamp,
  outcome: z.string().nullable(),
})

export const orderPayments = z.object({
  intents: z.array(orderIntent),
  events: z.array(providerEvent),
})

/** The changes that a repair made, one sentence each. Empty if nothing differed. */
export const repair = z.object({ did: z.array(z.string()) })

/** The server ignores `email`, `name` and `productName`: it uses the session and the catalogue. */
export const newOrder = z.strictObject({
  productId: id,
  quantity: positiveQuantity,
  phone: requiredText(ORDER_PHONE_LENGTH, 'Phone number required'),
  address: requiredText(ORDER_ADDRESS_LENGTH, 'Please Provide Your Address'),
  email: z.string().max(254).optional(),
  name: z.string().max(200).optional(),
  productName: z.string().max(200).optional(),
})

/** `confirmEmailBy`: the reservation ends at this time unless the customer confirms their e-mail. */
export const placedOrder = z.object({
  result: z.object({ acknowledged: z.literal(true), insertedId: id }),
  confirmEmailBy: timestamp.optional(),
})

/** `totalPrice` at the current price, in dollars. */
export const reorderedOrder = placedOrder.extend({ totalPrice: z.number() })

export const myOrdersQuery = z.strictObject({ client: email, size: page.size, after: page.after })

export const ordersSort = z.enum(['newest', 'oldest', 'dearest', 'cheapest'])

/** `client`: the current e-mail of a customer. It also finds orders placed under an earlier e-mail. */
export const allOrdersQuery = z
  .strictObject({
    ...bidirectionalPage,
    sort: ordersSort.optional(),
    search: text(200).optional(),
    status: orderStatus.optional(),
    client: email.optional(),
  })
  .refine(...singleCursor)

/** An export contains all matching orders, newest first by default. */
export const exportQuery = z.strictObject({
  sort: ordersSort.optional(),
  search: text(200).optional(),
  status: orderStatus.optional(),
  client: email.optional(),
})

export const cancelQuery = z.strictObject({ client: email.optional() })

export const newIntent = z.strictObject({ totalPrice: dollars, bookingId: id.optional() })

export const newIntentResponse = z.object({ clientSecret: z.string() })

/** A hint to check the payment. The server ignores these values and asks the card provider. */
export const paymentReport = z.strictObject({
  email: z.string().max(254).optional(),
  bookingId: id.optional(),
  transactionId: z.string().max(255).optional(),
  totalPrice: z.number().optional(),
})
