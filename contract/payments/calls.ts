import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { REFUND_REASON_LENGTH } from '../limits.ts'
import { byId, dollars, id, modified, text } from '../schema-fields.ts'

/** The current state of a payment intent at the card provider. Amounts are in dollars. */
const providerIntent = z.object({
  state: z.enum(['open', 'processing', 'succeeded', 'cancelled']),
  amount: z.number(),
  received: z.number(),
  refunded: z.number(),
  currency: z.string(),
  orderId: z.string().nullable(),
})

/** A payment intent in the ledger and at the card provider. `unknown`: the ledger does not have the intent. */
export const orderIntent = z.object({
  id: z.string(),
  amount: z.number(),
  state: z.enum(['open', 'settled', 'cancelled', 'refunded', 'unknown']),
  refundId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  provider: providerIntent.nullable(),
  /** A sentence about the difference between ledger and card provider; null if they agree. */
  disagreement: z.string().nullable(),
})

/** An event of the card provider's webhook. `outcome` is null until the event is processed. */
export const providerEvent = z.object({
  id: z.string(),
  type: z.string(),
  intentId: z.string().nullable(),
  receivedAt: z.iso.datetime(),
  outcome: z.string().nullable(),
})

export const orderPayments = z.object({
  intents: z.array(orderIntent),
  events: z.array(providerEvent),
})

/** The changes that a repair made, one sentence each. Empty if ledger and card provider agreed. */
export const repair = z.object({ did: z.array(z.string()) })

export const newIntent = z.strictObject({ totalPrice: dollars, bookingId: id.optional() })

export const newIntentResponse = z.object({ clientSecret: z.string() })

/**
 * A request to check the payment. The server refuses another user's email. It ignores the other values and asks the
 * card provider.
 */
export const paymentReport = z.strictObject({
  email: z.string().max(254).optional(),
  bookingId: id.optional(),
  transactionId: z.string().max(255).optional(),
  totalPrice: z.number().optional(),
})

export type OrderPayments = z.infer<typeof orderPayments>
export type OrderIntent = z.infer<typeof orderIntent>
export type Repair = z.infer<typeof repair>

export const paymentsCalls = {
  ...defineCalls('user', 'payments', {
    createPaymentIntent: {
      route: 'POST /create-payment-intent',
      summary: 'Returns the client secret of the open payment intent of an order.',
      body: newIntent,
      response: newIntentResponse,
      refusals: [
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
      route: 'PATCH /booking/:id',
      summary: 'Checks with the card provider whether the order is paid.',
      params: byId,
      body: paymentReport,
      response: modified,
      refusals: ['order_missing', 'email_foreign', 'provider_unavailable'],
    },
  }),
  ...defineCalls('admin', 'payments', {
    readOrderPayments: {
      route: 'GET /api/orders/:id/payments',
      summary: 'Returns the payments of an order in the shop’s records and at the card provider.',
      params: byId,
      response: orderPayments,
      refusals: ['order_missing', 'provider_unavailable'],
    },
    repairOrder: {
      route: 'POST /api/orders/:id/repair',
      summary: 'Compares an order’s payments with the card provider and fixes differences.',
      params: byId,
      response: repair,
      refusals: ['order_missing', 'refund_refused', 'provider_unavailable'],
    },
    refundOrder: {
      route: 'POST /api/orders/:id/refund',
      summary:
        'Refunds a paid, unshipped order in full and releases its stock. Only staff see the reason.',
      params: byId,
      body: z.strictObject({ reason: text(REFUND_REASON_LENGTH).optional() }).optional(),
      response: modified,
      refusals: [
        'order_missing',
        'order_not_paid',
        'order_shipped',
        'refund_refused',
        'refund_unfinished',
      ],
    },
  }),
}
