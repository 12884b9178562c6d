import type { Call } from '../call.ts'
import * as orders from '../orders/order-schemas.ts'
import { byId, modified } from '../schema-fields.ts'

/** The calls about payments. */
export const paymentsCalls = {
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
