import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { placedCartOrder } from '../cart/cart-schemas.ts'
import { byEmail, byId, csv, deleted, modified } from '../schema-fields.ts'
import * as orders from './order-schemas.ts'
import { placementRefusals } from './placement-refusals.ts'

export const ordersCalls = {
  ...defineCalls('user', 'orders', {
    placeOrder: {
      route: 'POST /booking',
      summary: 'Places an order and claims its stock.',
      body: orders.newOrder,
      response: orders.placedOrder,
      status: 201,
      refusals: ['prices_changed', ...placementRefusals] as const,
    },
    readOrder: {
      route: 'GET /booking/:id',
      summary: 'Returns one order. Admins may read any order.',
      params: byId,
      response: orders.order,
      refusals: ['order_missing'],
    },
    listMyOrders: {
      route: 'GET /myOrders',
      summary: 'Lists the caller’s orders. Parameters and order are those of GET /allOrders.',
      querystring: orders.myOrdersQuery,
      response: z.array(orders.order),
      refusals: ['email_foreign'],
    },
    exportMyOrders: {
      route: 'GET /api/orders/mine.csv',
      summary:
        'Exports the caller’s orders as a CSV file in the format of GET /api/orders/export.csv.',
      querystring: orders.exportMyOrdersQuery,
      response: csv,
      responseType: 'text/csv',
    },
    cancelOrder: {
      route: 'DELETE /booking/:id',
      summary: 'Cancels an unpaid order and releases its stock.',
      params: byId,
      querystring: orders.cancelQuery,
      response: deleted,
      refusals: [
        'email_foreign',
        'order_paid',
        'payment_processing',
        'refund_refused',
        'provider_unavailable',
      ],
    },
    readOrderHistory: {
      route: 'GET /api/orders/:id',
      summary: 'Returns an order in any state with its history. Admins may read any order.',
      params: byId,
      response: orders.orderHistory,
      refusals: ['order_missing'],
    },
    listOrderOutcomes: {
      route: 'GET /api/orders/outcomes',
      summary:
        'Returns when the given orders were shipped, cancelled or refunded, with the carrier or who cancelled. ids are separated by commas. Leaves out other orders. Admins may read any order.',
      querystring: orders.outcomesQuery,
      response: z.array(orders.orderOutcome),
    },
    changeOrderDetails: {
      route: 'PATCH /api/orders/:id',
      summary:
        'Changes phone, address, note or reference of an unpaid order of the caller while its stock is reserved. modifiedCount is 0 if nothing changes.',
      params: byId,
      body: orders.orderDetails,
      response: modified,
      refusals: ['order_missing', 'order_paid', 'cancellation_begun', 'reservation_over'],
    },
    extendReservation: {
      route: 'POST /api/orders/:id/extension',
      summary: 'Extends the reservation of an unpaid order of the caller. Possible once per order.',
      params: byId,
      response: orders.reservation,
      refusals: [
        'order_missing',
        'order_paid',
        'cancellation_begun',
        'email_not_confirmed',
        'reservation_extended',
        'reservation_over',
      ],
    },
    cancelOrderLines: {
      route: 'DELETE /api/orders/:id/lines',
      summary:
        'Cancels lines of an unpaid order and releases their stock. At least one line must remain.',
      params: byId,
      querystring: orders.cancelLinesQuery,
      response: orders.cancelledLineCount,
      refusals: [
        'order_missing',
        'order_paid',
        'line_required',
        'cancellation_begun',
        'total_out_of_range',
        'payment_processing',
        'refund_refused',
        'provider_unavailable',
      ],
    },
  }),
  ...defineCalls('admin', 'orders', {
    listAllOrders: {
      route: 'GET /allOrders',
      summary:
        'Lists orders in the order of sort. Without status, lists only active orders. search matches email, name, customer reference and parts, and the beginning or the end of an order number, order ID, transaction ID, tracking number, invoice or credit note number. A search without three consecutive letters or digits matches only the beginning of emails. X-Total-Count counts up to 10,000. Link holds the adjacent pages.',
      querystring: orders.allOrdersQuery,
      response: z.array(orders.listedOrder),
    },
    shipOrder: {
      route: 'PATCH /shipped/:id',
      summary:
        'Ships a paid order. The body may contain the carrier and the tracking number. Refuses an order whose payment the customer disputes (order_disputed).',
      params: byId,
      body: orders.shipment,
      response: modified,
      refusals: ['order_not_paid', 'refund_begun', 'order_disputed'],
    },
    exportOrders: {
      route: 'GET /api/orders/export.csv',
      summary:
        'Exports orders as a CSV file with one row for each line that is not cancelled. Without status, exports only active orders. Later versions add columns only at the end. Cells that a spreadsheet would read as formulas begin with an apostrophe.',
      querystring: orders.exportQuery,
      response: csv,
      responseType: 'text/csv',
    },
    placeOrderForCustomer: {
      route: 'POST /api/users/:email/orders',
      summary:
        'Places an order for a customer who orders by phone. Limits and mails are those of orders that customers place themselves. The customer’s cart does not change. If a line is refused, nothing is ordered.',
      params: byEmail,
      body: orders.orderForCustomer,
      response: placedCartOrder,
      status: 201,
      refusals: ['user_missing', 'lines_refused', 'prices_changed', ...placementRefusals] as const,
    },
    releaseReservations: {
      route: 'POST /api/users/:email/release-reservations',
      summary:
        'Cancels all unpaid orders of a customer and releases their stock. notCancelled counts the orders that remain because a payment is being processed or the card provider is unavailable.',
      params: byEmail,
      response: orders.releaseResult,
      refusals: ['user_missing'],
    },
    changeDelivery: {
      route: 'PUT /api/orders/:id/delivery',
      summary:
        'Corrects the address and phone of an order that is not shipped. The invoice and credit note of a paid order keep the earlier ones, packing slips show the new ones. modifiedCount is 0 if nothing changes.',
      params: byId,
      body: orders.deliveryChange,
      response: modified,
      refusals: ['order_missing', 'order_shipped', 'order_changed', 'refund_begun'],
    },
    changeTracking: {
      route: 'PUT /api/orders/:id/tracking',
      summary: 'Sets or corrects the carrier and the tracking number of a shipped order.',
      params: byId,
      body: orders.tracking,
      response: modified,
      refusals: ['order_missing', 'order_not_shipped'],
    },
  }),
}
