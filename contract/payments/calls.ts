import type { Call } from '../call.ts'
import * as orders from '../orders/order-schemas.ts'
import { byId, modified } from '../schema-fields.ts'

export const paymentsCalls = {
  createPaymentIntent: {
    method: 'POST',
    path: '/create-payment-intent',
    access: 'user',
    tag: 'payments',
    summary: 'Returns the client secret of the open payment intent of an order.',
    body: orders.newIntent,
    response: orders.newIntentResponse,
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
    tag: 'payments',
    summary: 'Checks with the card provider whether the order is paid.',
    params: byId,
    body: orders.paymentReport,
    response: modified,
    refusals: ['input_invalid', 'order_missing', 'email_foreign', 'provider_unavailable'],
  },
  readOrderPayments: {
    method: 'GET',
    path: '/api/orders/:id/payments',
    access: 'admin',
    tag: 'payments',
    summary: 'Returns the payments of an order in the shop’s records and at the card provider.',
    params: byId,
    response: orders.orderPayments,
    refusals: ['input_invalid', 'order_missing', 'provider_unavailable'],
  },
  repairOrder: {
    method: 'POST',
    path: '/api/orders/:id/repair',
    access: 'admin',
    tag: 'payments',
    summary:
      'Compares all payments of an order with the card provider, fixes differences and records the changes.',
    params: byId,
    response: orders.repair,
    refusals: ['input_invalid', 'order_missing', 'refund_refused', 'provider_unavailable'],
  },
  refundOrder: {
    method: 'POST',
    path: '/api/orders/:id/refund',
    access: 'admin',
    tag: 'payments',
    summary: 'Refunds a paid, unshipped order in full and releases its stock.',
    params: byId,
    response: modified,
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
