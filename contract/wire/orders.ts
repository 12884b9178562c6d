import { z } from 'zod'
import { ORDER_ADDRESS_LENGTH, ORDER_PHONE_LENGTH } from '../limits.ts'
import { dollars, email, id, page, piecesFromOne, requiredText, text } from './fields.ts'

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

export const newOrderAnswer = z.object({
  result: z.object({ acknowledged: z.literal(true), insertedId: id }),
})

export const myOrdersQuery = z.strictObject({ client: email, size: page.size, after: page.after })

export const allOrdersQuery = z.strictObject({
  size: page.size,
  after: page.after,
  search: text(200).optional(),
  status: orderStatus.optional(),
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
