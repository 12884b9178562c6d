import { calls } from '@freehub/contract/calls'
import { normalizeEmail } from '@freehub/contract/email'
import { isRefusal, type Refusal } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { csvFileName, sendCsv } from '../../platform/csv/send-csv.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { toPageQuery, withPageHeaders } from '../../platform/http/pagination.ts'
import { createCallRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { hashTokenOf, type Principal, refuseOtherEmail } from '../identity/guards.ts'
import { countNotes } from '../notes/notes.ts'
import { type CloseIntent, cancelOrder, cancelOrderLines } from './cancel-order.ts'
import { changeDelivery } from './change-delivery.ts'
import { changeOrderDetails } from './change-order-details.ts'
import { changeTracking } from './change-tracking.ts'
import { copyOrderToCart } from './place/copy-order-to-cart.ts'
import { createLargeOrderConcurrency } from './place/large-order-concurrency.ts'
import { placeCartOrder } from './place/place-cart-order.ts'
import { type BatchDeps, placeOrder, placeOrderInBatch } from './place/place-order.ts'
import { placeOrderForCustomer } from './place/place-order-for-customer.ts'
import type { PlacedOrder } from './place/write-order.ts'
import { exportOrders, ORDER_COLUMNS } from './read/export-orders.ts'
import { listOrderOutcomes } from './read/list-order-outcomes.ts'
import { createOrderCounter, listOrders } from './read/list-orders.ts'
import { readOrderHistory } from './read/read-order-history.ts'
import { readOrder } from './read/select-orders.ts'
import { extendReservation } from './reservations/extend-reservation.ts'
import { releaseReservations } from './reservations/release-reservations.ts'
import { shipOrder } from './ship-order.ts'

export async function orderRoutes(
  app: FastifyInstance,
  deps: Shop & BatchDeps & { closeIntent: CloseIntent },
) {
  const { db, guards } = deps
  const register = createCallRegistrar(app, guards)
  const manyLinesDeps = { ...deps, limitLargeOrders: createLargeOrderConcurrency() }
  const listDeps = { db, countOrders: createOrderCounter() }

  register(
    calls.placeOrder,
    async ({ body, key, principal }) => {
      const placed = await placeOrder(deps, principal, body, key)
      return isRefusal(placed) ? placed : toPlacedResponse(placed)
    },
    async ({ body, key }, request) => {
      const placed = await placeOrderInBatch(deps, hashTokenOf(request), body, key)
      if (!placed) return undefined
      request.userId = placed.customerId
      return toPlacedResponse(placed)
    },
  )

  register(calls.placeCartOrder, async ({ body, key, principal }) =>
    toPlacedCartOrder(await placeCartOrder(manyLinesDeps, principal, body, key)),
  )

  register(calls.placeOrderForCustomer, async ({ params, body, key, principal }) => {
    const order = { email: params.email, enteredBy: principal.id, ...body }
    return toPlacedCartOrder(await placeOrderForCustomer(manyLinesDeps, order, key))
  })

  register(calls.copyOrderToCart, ({ params, key, principal }) =>
    copyOrderToCart(db, principal.id, params.id, key),
  )

  register(calls.cancelOrderLines, ({ params, query, principal }) =>
    cancelOrderLines(deps, params.id, principal, query.lines),
  )

  register(calls.readOrder, ({ params, principal }) => readOrder(db, principal, params.id))

  register(calls.readOrderHistory, ({ params, principal }) =>
    readOrderHistory(deps, principal, params.id),
  )

  register(calls.listOrderOutcomes, ({ query, principal }) =>
    listOrderOutcomes(db, principal, query.ids),
  )

  register(calls.changeOrderDetails, ({ params, body, principal }) =>
    changeOrderDetails(db, params.id, principal.id, body),
  )

  register(calls.extendReservation, async ({ params, principal }) => {
    const extended = await extendReservation(deps, params.id, principal.id)
    return isRefusal(extended) ? extended : { reservedUntil: extended.reservedUntil.toISOString() }
  })

  register(calls.listMyOrders, async ({ query, principal }, request, reply) => {
    const { client, ...filters } = query
    const refusal = refuseOtherEmail(principal, client)
    if (refusal) return refusal
    const page = toPageQuery(query)
    return withPageHeaders(
      await listOrders(listDeps, filters, page, principal.id),
      page,
      request,
      reply,
    )
  })

  register(calls.listAllOrders, async ({ query }, request, reply) => {
    const page = toPageQuery(query)
    const { rows, count } = await listOrders(listDeps, query, page)
    const notes = await countNotes(
      db,
      rows.map(({ _id }) => _id),
    )
    const listed = rows.map((order) => ({ ...order, noteCount: notes.get(order._id) ?? 0 }))
    return withPageHeaders({ rows: listed, count }, page, request, reply)
  })

  register(calls.exportMyOrders, ({ query, principal }, _request, reply) =>
    sendCsv(reply, csvFileName('orders'), ORDER_COLUMNS, exportOrders(db, query, principal.id)),
  )

  register(calls.exportOrders, ({ query }, _request, reply) =>
    sendCsv(reply, csvFileName('orders'), ORDER_COLUMNS, exportOrders(db, query)),
  )

  register(calls.cancelOrder, async ({ params, query, principal }) => {
    const refusal = await checkCustomerEmail(db, principal, params.id, query.client)
    if (refusal) return isRefusal(refusal) ? refusal : { deletedCount: 0 }
    const cancelled = await cancelOrder(deps, params.id, principal)
    return isRefusal(cancelled) ? cancelled : { deletedCount: cancelled.cancelled }
  })

  register(calls.releaseReservations, ({ params, principal }) => {
    const cancel = (orderId: string) => cancelOrder(deps, orderId, principal)
    return releaseReservations({ db, cancel }, params.email)
  })

  register(calls.shipOrder, async ({ params, body, principal }) => {
    const shipped = await shipOrder(deps, params.id, principal.id, body)
    if (isRefusal(shipped)) return shipped
    if (shipped.shipped > 0) deps.reviewsChanged()
    return { modifiedCount: shipped.shipped }
  })

  register(calls.changeDelivery, ({ params, body, principal }) =>
    changeDelivery(db, params.id, principal.id, body),
  )

  register(calls.changeTracking, ({ params, body, principal }) =>
    changeTracking(deps, params.id, principal.id, body),
  )
}

function toPlacedCartOrder(placed: PlacedOrder | Refusal) {
  if (isRefusal(placed)) return placed
  const { orderId, orderNumber, confirmEmailBy } = placed
  return {
    orderId,
    orderNumber,
    ...(confirmEmailBy && { confirmEmailBy: confirmEmailBy.toISOString() }),
  }
}

function toPlacedResponse({ orderId, confirmEmailBy }: PlacedOrder) {
  const result = { acknowledged: true as const, insertedId: orderId }
  return { result, ...(confirmEmailBy && { confirmEmailBy: confirmEmailBy.toISOString() }) }
}

/**
 * For customers, refuses a missing email and an email that is not theirs. For admins, returns 'no_order' if an email is
 * given and no order has this id and this email.
 */
async function checkCustomerEmail(
  db: Db,
  principal: Principal,
  orderId: string,
  customerEmail: string | undefined,
): Promise<Refusal | 'no_order' | undefined> {
  if (principal.role !== 'admin') return refuseOtherEmail(principal, customerEmail ?? '')
  if (customerEmail === undefined) return undefined
  const order = await readOrder(db, principal, orderId)
  if (isRefusal(order)) return 'no_order'
  return order.email === normalizeEmail(customerEmail) ? undefined : 'no_order'
}
