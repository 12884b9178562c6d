import { z } from 'zod'
import { ORDER_LINES_MAXIMUM } from '../constants.ts'
import {
  CARRIER_LENGTH,
  ORDER_ADDRESS_LENGTH,
  ORDER_NOTE_LENGTH,
  ORDER_PHONE_LENGTH,
  ORDER_REFERENCE_LENGTH,
  SEARCH_LENGTH,
  TRACKING_NUMBER_LENGTH,
} from '../limits.ts'
import {
  bidirectionalPage,
  email,
  id,
  orderIds,
  partLines,
  period,
  positiveQuantity,
  requiredText,
  singleCursor,
  text,
  timestamp,
} from '../schema-fields.ts'
import { orderSorts, orderStages, orderStatuses } from './order-filter-values.ts'

export const orderStatus = z.enum(orderStatuses)
export const orderStage = z.enum(orderStages)

/** The stages that a list of orders shows. `Active` leaves out cancelled and refunded orders. */
export const stageFilter = z.enum(
  ['Active', 'Any', ...orderStages],
  `status must be one of Active, Any, ${orderStages.join(', ')}.`,
)

/**
 * An order with the fields of the specification. `productId` is the part of the first line,
 * `productName` adds the number of other lines, `quantity` is the sum of all lines. `totalPrice` is
 * in dollars. `reservedUntil` is set while the order is unpaid.
 */
export const order = z.object({
  _id: id,
  /** The displayed number, such as `FH-104216`. */
  orderNumber: z.string(),
  lineCount: z.int(),
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  /** The customer's own reference, or an empty text. */
  reference: z.string(),
  quantity: z.int(),
  productName: z.string(),
  productId: id,
  /** The drawing or photo of the first line's part, or null if the part is no longer sold. */
  img: z.string().nullable(),
  totalPrice: z.number(),
  paid: z.boolean(),
  transactionId: z.string().nullable(),
  status: orderStatus,
  stage: orderStage,
  placedAt: timestamp,
  reservedUntil: timestamp.nullable(),
})

/**
 * An order as listed for staff. `note`: the customer's message, or that of staff who entered the order. `noteCount`:
 * the number of staff's notes on the order. `isShippable`: paid, not shipped, not being refunded and not disputed.
 */
export const listedOrder = order.extend({
  note: z.string(),
  noteCount: z.int(),
  isShippable: z.boolean(),
})

/** The events of an order's history that its customer sees. Staff see all events. */
export const customerEvents = [
  'placed',
  'payment_begun',
  'reservation_extended',
  'details_changed',
  'paid',
  'shipped',
  'tracking_changed',
  'cancelled',
  'lines_cancelled',
  'refunded',
  'late_payment_refunded',
  'payment_disagrees',
] as const

export const orderEventKind = z.enum([
  ...customerEvents,
  'cancellation_begun',
  'cancellation_withdrawn',
  'refund_begun',
  'refund_withdrawn',
  'repaired',
])

const actor = z.enum(['customer', 'staff', 'shop'])

/** An event in the history of an order. Only staff see `name`, the staff member's name, and `reason`, of a refund. */
export const orderStep = z.object({
  kind: orderEventKind,
  at: timestamp,
  by: actor,
  name: z.string().nullable(),
  reason: z.string().nullable(),
})

/**
 * `at`: when the order was shipped, cancelled or refunded. `cancelledBy` is null for other stages. The shop itself
 * cancels an order only when its reservation expires.
 */
export const orderOutcome = z.object({
  _id: id,
  at: timestamp,
  cancelledBy: actor.nullable(),
  carrier: z.string().nullable(),
  trackingUrl: z.string().nullable(),
})

/** A line of an order, with the price at the time of the order. */
export const orderLine = z.object({
  line: z.int(),
  productId: id,
  name: z.string(),
  sku: z.string().nullable(),
  quantity: z.int(),
  unitPriceCents: z.int(),
  cancelledQuantity: z.int(),
})

/** An order with its history, oldest step first. */
export const orderHistory = order.omit({ status: true }).extend({
  note: z.string(),
  /** The address on the invoice: that of the payment, if staff have corrected it since. */
  billedAddress: z.string(),
  lines: z.array(orderLine),
  /** The end of the reservation after the customer confirms their email. Null if a confirmation would not extend it. */
  reservedUntilIfConfirmed: timestamp.nullable(),
  /** The end of the reservation after its one extension; null if it cannot be extended. */
  extendableTo: timestamp.nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** The tracking page; null for unknown carriers. */
  trackingUrl: z.string().nullable(),
  /** Null until the invoice exists. */
  invoiceNumber: z.string().nullable(),
  creditNoteNumber: z.string().nullable(),
  /** True if the customer disputes the payment. Always false for customers. */
  isDisputed: z.boolean(),
  /** True if a refund failed, even if a later one succeeded. Always false for customers. */
  hasFailedRefund: z.boolean(),
  steps: z.array(orderStep),
})

const trackingNumber = text(TRACKING_NUMBER_LENGTH, 'Enter the number as text.').optional()

export const tracking = z.strictObject({
  carrier: requiredText(CARRIER_LENGTH, 'Enter a carrier.'),
  trackingNumber,
})

/** The tracking data of a shipment. All fields, and the body itself, are optional. */
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

export const releaseResult = z.object({ cancelled: z.int(), notCancelled: z.int() })

export const reservation = z.object({ reservedUntil: timestamp })

/** The phone and address of an order, with the messages of the specification. */
export const orderContact = {
  phone: requiredText(ORDER_PHONE_LENGTH, 'Phone number required'),
  address: requiredText(ORDER_ADDRESS_LENGTH, 'Please Provide Your Address'),
}

/**
 * The server ignores `email`, `name` and `productName`. It uses the session and the catalog instead. `totalCents`: the
 * total that the customer saw. The server refuses another total.
 */
export const newOrder = z.strictObject({
  productId: id,
  quantity: positiveQuantity,
  ...orderContact,
  email: z.string().max(254).optional(),
  name: z.string().max(200).optional(),
  productName: z.string().max(200).optional(),
  reference: text(ORDER_REFERENCE_LENGTH).optional(),
  totalCents: z.int().min(0).optional(),
})

/** The changed details of an unpaid order. */
export const orderDetails = z
  .strictObject({
    ...orderContact,
    note: text(ORDER_NOTE_LENGTH),
    reference: text(ORDER_REFERENCE_LENGTH),
  })
  .partial()

/** A corrected address and phone. The server refuses them if `seen` is no longer the current address and phone. */
export const deliveryChange = z.strictObject({
  ...orderContact,
  seen: z.strictObject({ address: z.string(), phone: z.string() }),
})

/** An order that staff enter for a customer. Total and unit prices by part: those that the staff member saw. */
export const orderForCustomer = z.strictObject({
  lines: partLines(ORDER_LINES_MAXIMUM).min(1, 'Send at least one line.'),
  totalCents: z.int().min(0),
  unitPricesCents: z.record(id, z.int().min(0)).optional(),
  phone: requiredText(ORDER_PHONE_LENGTH, 'Enter a phone number.'),
  address: requiredText(ORDER_ADDRESS_LENGTH, 'Enter an address.'),
  note: text(ORDER_NOTE_LENGTH).default(''),
  reference: text(ORDER_REFERENCE_LENGTH).default(''),
})

/** `confirmEmailBy`: the reservation ends at this time if the customer has not confirmed their email by then. */
export const placedOrder = z.object({
  result: z.object({ acknowledged: z.literal(true), insertedId: id }),
  confirmEmailBy: timestamp.optional(),
})

export const ordersSort = z.enum(orderSorts, `sort must be one of ${orderSorts.join(', ')}.`)

/** Without `status`, the list contains only active orders. `part`: only orders with an uncancelled line of this part. */
const orderFilters = {
  sort: ordersSort.optional(),
  search: text(SEARCH_LENGTH).optional(),
  status: stageFilter.optional(),
  part: id.optional(),
  ...period,
}

/** `client`: a customer's current email. Includes orders under an earlier email. */
const staffFilters = { ...orderFilters, client: email.optional() }

/** `client`: the caller's own email. */
export const myOrdersQuery = z
  .strictObject({ ...bidirectionalPage, ...orderFilters, client: email })
  .refine(...singleCursor)

export const allOrdersQuery = z
  .strictObject({ ...bidirectionalPage, ...staffFilters })
  .refine(...singleCursor)

export const outcomesQuery = z.strictObject({ ids: orderIds })

export const exportMyOrdersQuery = z.strictObject(orderFilters)

export const exportQuery = z.strictObject(staffFilters)

/** Numbers of lines, separated by commas. */
export const cancelLinesQuery = z.strictObject({
  lines: z
    .string()
    .max(4 * ORDER_LINES_MAXIMUM)
    .regex(/^[1-9]\d{0,2}(,[1-9]\d{0,2})*$/, 'Give line numbers separated by commas.')
    .transform((lines) => [...new Set(lines.split(',').map(Number))]),
})

export const cancelledLineCount = z.object({ cancelledCount: z.int() })

/** `client`: the email of the order's customer. Customers must send it, staff may. */
export const cancelQuery = z.strictObject({ client: email.optional() })
