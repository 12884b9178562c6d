import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  lockRow,
  runInLockOrder,
  waitForBlockedConnections,
} from '../../../../tests/support/database/locks.ts'
import { type ApiResponse, countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { createCardClient } from '../../../../tests/support/shop/cards.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import {
  placeOrder,
  placePaidOrder,
  startPayment,
  waitForOutbox,
} from '../../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'
import { cancelOrder } from '../cancel-order.ts'
import { expireOrders } from './expire-orders.ts'
import { extendReservation } from './extend-reservation.ts'

const shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const part = await addPart(shop, { stock: 100_000 })
afterAll(() => closeWithConsistentLedger(shop))

const HOUR_MS = 3_600_000

const extend = ({ call }: TestUser, id: string) => call('POST', `/api/orders/${id}/extension`)

const queueAt = (id: string, requests: (() => Promise<ApiResponse>)[]) =>
  runInLockOrder(shop.db, lockRow('orders', id), requests)

async function setReservedUntil(id: string, interval: string) {
  await waitForOutbox(shop.db)
  await sql`update orders set reserved_until = now() + ${interval}::interval
    where id = ${id}`.execute(shop.db)
}

async function reservationOf(id: string) {
  const order = await shop.db
    .selectFrom('orders')
    .select(['reserved_until', 'extended_at', 'paid_at', 'cancelled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const extensions = await shop.db
    .selectFrom('order_events')
    .select('by_user')
    .where('order_id', '=', id)
    .where('kind', '=', 'reservation_extended')
    .execute()
  return { ...order, extensions }
}

test('extends the customer’s own reservation once, by half its length', async () => {
  const id = await placeOrder(customer.call, part)
  const before = await reservationOf(id)
  const { status, body } = await extend(customer, id)
  expect(status).toBe(200)
  const gained = Date.parse(body.reservedUntil) - before.reserved_until.getTime()
  expect(gained).toBe(36 * HOUR_MS)
  const after = await reservationOf(id)
  expect(after.reserved_until.toISOString()).toBe(body.reservedUntil)
  expect(after.extensions).toEqual([{ by_user: customer.id }])
  const second = await extend(customer, id)
  expect([second.status, second.body.code]).toEqual([409, 'reservation_extended'])
  expect((await reservationOf(id)).reserved_until).toEqual(after.reserved_until)
})

test('extends a reservation once for ten concurrent requests', async () => {
  const id = await placeOrder(customer.call, part)
  const before = await reservationOf(id)
  const responses = await queueAt(
    id,
    Array.from({ length: 10 }, () => () => extend(customer, id)),
  )
  expect(countOutcomes(responses)).toEqual({ '200': 1, reservation_extended: 9 })
  const after = await reservationOf(id)
  expect(after.reserved_until.getTime() - before.reserved_until.getTime()).toBe(36 * HOUR_MS)
  expect(after.extensions).toHaveLength(1)
})

test('treats another user’s reservation as missing, even for an admin', async () => {
  const id = await placeOrder(customer.call, part)
  for (const other of [await addCustomer(shop), await addAdmin(shop)]) {
    const { status, body } = await extend(other, id)
    expect([status, body.code]).toEqual([404, 'order_missing'])
  }
  expect((await extend(customer, randomUUIDv7())).body.code).toBe('order_missing')
  expect((await shop.call('POST', `/api/orders/${id}/extension`)).status).toBe(401)
  expect((await reservationOf(id)).extended_at).toBeNull()
})

test('refuses to extend a paid, cancelled or expired order', async () => {
  const paid = await placePaidOrder(customer.call, cards, part)
  const cancelled = await placeOrder(customer.call, part)
  await customer.call('DELETE', `/booking/${cancelled}?client=${customer.email}`)
  const expired = await placeOrder(customer.call, part)
  await setReservedUntil(expired, '-1 second')
  const cancelling = await placeOrder(customer.call, part)
  await sql`update orders set cancellation_began_at = now() where id = ${cancelling}`.execute(
    shop.db,
  )
  for (const [id, code] of [
    [paid, 'order_paid'],
    [cancelled, 'order_missing'],
    [expired, 'reservation_over'],
    [cancelling, 'cancellation_begun'],
  ] as const)
    expect((await extend(customer, id)).body.code).toBe(code)
  expect((await extend(customer, cancelled)).body.detail).toBe('The order was cancelled.')
})

const cancelDeps = () => ({ db: shop.db, queueMail: async () => {}, partsChanged: () => {} })

const cancel = (id: string) => customer.call('DELETE', `/booking/${id}?client=${customer.email}`)

test('extends a reservation before a concurrent cancellation, and not after it', async () => {
  const extended = await placeOrder(customer.call, part)
  const [extension, cancellation] = await queueAt(extended, [
    () => extend(customer, extended),
    () => cancel(extended),
  ])
  expect([extension?.status, cancellation?.body]).toEqual([200, { deletedCount: 1 }])
  expect((await reservationOf(extended)).extensions).toHaveLength(1)

  const cancelled = await placeOrder(customer.call, part)
  let response: Promise<ApiResponse> | undefined
  // The cancellation is completed after the response. Otherwise the order could already be missing.
  const closeIntent = async () => void (await response)
  await runInLockOrder<unknown>(shop.db, lockRow('orders', cancelled), [
    () => cancelOrder({ ...cancelDeps(), closeIntent }, cancelled, customer),
    () => (response = extend(customer, cancelled)),
  ])
  expect((await response)?.body.code).toBe('cancellation_begun')
  expect(await reservationOf(cancelled)).toMatchObject({
    cancelled_at: expect.any(Date),
    extensions: [],
  })
})

test('extends a reservation before a concurrent payment, and not after it', async () => {
  await cards.setFaults({ holdWebhooks: true })
  for (const isExtensionFirst of [true, false]) {
    const id = await placeOrder(customer.call, part)
    await cards.pay(await startPayment(customer.call, id))
    const report = () => customer.call('PATCH', `/booking/${id}`, { bookingId: id })
    const requests = [() => extend(customer, id), report]
    const responses = await queueAt(id, isExtensionFirst ? requests : requests.toReversed())
    const [extended, paid] = isExtensionFirst ? responses : responses.toReversed()
    expect(paid?.body).toEqual({ modifiedCount: 1 })
    expect(extended?.body.code).toBe(isExtensionFirst ? undefined : 'order_paid')
    expect((await reservationOf(id)).extensions).toHaveLength(isExtensionFirst ? 1 : 0)
  }
  await cards.releaseWebhooks()
})

const expire = async () => {
  const closeIntent = async () => undefined
  const actor = null
  const cancel = (id: string) => cancelOrder({ ...cancelDeps(), closeIntent }, id, actor)
  return expireOrders({ db: shop.db, log: shop.app.log, cancel })
}

test('refuses an extension that waited for a lock until the reservation expired', async () => {
  const ownPart = await addPart(shop)
  const id = await placeOrder(customer.call, ownPart)
  await waitForOutbox(shop.db)
  const waited = await shop.db.transaction().execute(async (tx) => {
    await lockRow('orders', id)(tx)
    const extended = extend(customer, id)
    await waitForBlockedConnections(shop.db, tx)
    // The reservation expires after the extension has started, and before it gets the lock.
    await sql`update orders set reserved_until = clock_timestamp() where id = ${id}`.execute(tx)
    return { extended }
  })
  expect((await waited.extended).body.code).toBe('reservation_over')
  await expire()
  expect(await readStock(shop, ownPart)).toEqual({ onHand: 100, reserved: 0 })
})

test('does not expire an order with an uncommitted extension', async () => {
  const id = await placeOrder(customer.call, part)
  await setReservedUntil(id, '-1 second')
  await shop.db.transaction().execute(async (tx) => {
    await sql`update orders set reserved_until = now() + interval '1 hour'
      where id = ${id}`.execute(tx)
    await expire()
  })
  await expire()
  expect((await reservationOf(id)).cancelled_at).toBeNull()
})

test('extends a reservation by at least one hour, even if RESERVATION_HOURS is 1', async () => {
  const id = await placeOrder(customer.call, part)
  const before = await reservationOf(id)
  await extendReservation({ db: shop.db, config: { reservationHours: 1 } }, id, customer.id)
  const { reserved_until } = await reservationOf(id)
  expect(reserved_until.getTime() - before.reserved_until.getTime()).toBe(HOUR_MS)
})
