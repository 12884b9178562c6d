import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { normalEmail } from '@freehub/contract/email'
import { isRefusal, type Refusal } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { fileNameOf, sendCsv } from '../../platform/csv/send-csv.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { idempotencyKey } from '../../platform/http/idempotency-key.ts'
import { cutPage, cutPageOfTwoWays } from '../../platform/http/paging.ts'
import { answer, type Guards } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import { type Asker, askerOf, foreignEmailRefusal } from '../identity/guards.ts'
import { type CloseIntent, cancelOrder } from './cancel-order.ts'
import { changeTracking } from './change-tracking.ts'
import { type Placed, placeOrder } from './place-order.ts'
import { orderCounter } from './read/count-orders.ts'
import { exportOrders, ORDER_COLUMNS } from './read/export-orders.ts'
import { listAllOrders, listMyOrders } from './read/list-orders.ts'
import { readOrder } from './read/read-order.ts'
import { readOrderHistory } from './read/read-order-history.ts'
import { reorder } from './reorder.ts'
import { extendReservation } from './reservations/extend-reservation.ts'
import { releaseReservations } from './reservations/release-reservations.ts'
import { shipOrder } from './ship-order.ts'

interface Deps {
  db: Db
  guards: Guards
  config: Config
  queueMail: QueueMail
  closeIntent: CloseIntent
  partsChanged: (ids: string[]) => void
  /** Who has bought is said beside his reviews. */
  reviewsChanged: () => void
}

/** The calls about orders, which the wire calls bookings. */
export async function orderRoutes(app: FastifyInstance, deps: Deps) {
  const { db, guards } = deps
  const lists = { db, countOrders: orderCounter() }

  answer(app, guards, calls.placeOrder, async ({ body }, request) => {
    const key = idempotencyKey(request)
    if (isRefusal(key)) return key
    const placed = await placeOrder(deps, askerOf(request), body, key)
    if (isRefusal(placed)) return placed
    if (!placed.repeated) deps.partsChanged([body.productId])
    return placedAnswer(placed)
  })

  answer(app, guards, calls.reorder, async ({ params }, request) => {
    const key = idempotencyKey(request)
    if (isRefusal(key)) return key
    const placed = await reorder(deps, askerOf(request), params.id, key)
    if (isRefusal(placed)) return placed
    if (!placed.repeated) deps.partsChanged([placed.productId])
    return { ...placedAnswer(placed), totalPrice: placed.totalPrice }
  })

  answer(app, guards, calls.readOrder, ({ params }, request) =>
    readOrder(db, askerOf(request), params.id),
  )

  answer(app, guards, calls.readOrderHistory, ({ params }, request) =>
    readOrderHistory(deps, askerOf(request), params.id),
  )

  answer(app, guards, calls.extendReservation, async ({ params }, request) => {
    const extended = await extendReservation(deps, params.id, askerOf(request).id)
    return isRefusal(extended) ? extended : { reservedUntil: extended.reservedUntil.toISOString() }
  })

  answer(app, guards, calls.listMyOrders, async ({ query }, request, reply) => {
    const asker = askerOf(request)
    const foreign = foreignEmailRefusal(asker, query.client)
    if (foreign) return foreign
    const size = query.size ?? LIST_SIZE_MAXIMUM
    const list = await listMyOrders(lists, asker.id, { size, after: query.after })
    reply.header('x-total-count', String(list.count))
    return cutPage(list.orders, size, request, reply)
  })

  answer(app, guards, calls.listAllOrders, async ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after, before, last, ...filters } = query
    const page = { size, after, before, last: last === 'true' }
    const list = await listAllOrders(lists, filters, page)
    reply.header('x-total-count', String(list.count))
    return cutPageOfTwoWays(list.orders, page, request, reply)
  })

  answer(app, guards, calls.exportOrders, ({ query }, _request, reply) =>
    sendCsv(reply, fileNameOf('orders'), ORDER_COLUMNS, exportOrders(db, query)),
  )

  answer(app, guards, calls.cancelOrder, async ({ params, query }, request) => {
    const asker = askerOf(request)
    const refusal = await clientRefusal(db, asker, params.id, query.client)
    if (refusal) return isRefusal(refusal) ? refusal : { deletedCount: 0 }
    const who = { byUser: asker.id, ownOnly: asker.role !== 'admin' }
    const cancelled = await cancelOrder(deps, params.id, who)
    return isRefusal(cancelled) ? cancelled : { deletedCount: cancelled.cancelled }
  })

  answer(app, guards, calls.releaseReservations, ({ params }, request) => {
    const who = { byUser: askerOf(request).id, ownOnly: false }
    const cancel = (orderId: string) => cancelOrder(deps, orderId, who)
    return releaseReservations({ db, cancel }, params.email)
  })

  answer(app, guards, calls.shipOrder, async ({ params, body }, request) => {
    const shipped = await shipOrder(deps, params.id, askerOf(request).id, body)
    if (isRefusal(shipped)) return shipped
    if (shipped.shipped > 0) deps.reviewsChanged()
    return { modifiedCount: shipped.shipped }
  })

  answer(app, guards, calls.changeTracking, async ({ params, body }, request) => {
    const changed = await changeTracking(deps, params.id, askerOf(request).id, body)
    return isRefusal(changed) ? changed : { modifiedCount: changed.changed }
  })
}

function placedAnswer({ orderId, confirmEmailBy }: Placed) {
  const result = { acknowledged: true as const, insertedId: orderId }
  return { result, ...(confirmEmailBy && { confirmEmailBy: confirmEmailBy.toISOString() }) }
}

/**
 * A customer names himself; an admin the order's own e-mail, or nobody. 'other' is an order that
 * is not of the e-mail an admin named: to him it looks missing.
 */
async function clientRefusal(
  db: Db,
  asker: Asker,
  orderId: string,
  client: string | undefined,
): Promise<Refusal | 'other' | undefined> {
  if (asker.role !== 'admin') return foreignEmailRefusal(asker, client ?? '')
  if (client === undefined) return undefined
  const order = await readOrder(db, asker, orderId)
  if (isRefusal(order)) return 'other'
  return order.email === normalEmail(client) ? undefined : 'other'
}
