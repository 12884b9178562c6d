import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  lockRow,
  runInLockOrder,
  waitForBlockedConnections,
} from '../../../tests/support/database/locks.ts'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { closeWithConsistentLedger } from '../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, waitForOutbox } from '../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'
import { createEvent, postEvent, signPayload } from '../../../tests/support/shop/webhook-events.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const admin = await addAdmin(shop)
afterAll(() => closeWithConsistentLedger(shop))

const ship = (id: string) => admin.call('PATCH', `/shipped/${id}`)

test('ships a paid order once and removes its stock', async () => {
  const part = await addPart(shop, { stock: 100 })
  const id = await placePaidOrder(customer.call, cards, part, 30)
  expect(await readStock(shop, part)).toEqual({ onHand: 100, reserved: 30 })
  expect((await ship(id)).body).toEqual({ modifiedCount: 1 })
  expect(await readStock(shop, part)).toEqual({ onHand: 70, reserved: 0 })
  expect((await customer.call('GET', `/booking/${id}`)).body).toMatchObject({
    paid: true,
    status: 'Shipped',
  })
  expect((await shop.call('GET', `/parts/${part}`)).body.availableQuantity).toBe(70)
  expect((await ship(id)).body).toEqual({ modifiedCount: 0 })
})

test('ships an order once despite ten concurrent requests and a cancellation', async () => {
  const part = await addPart(shop, { stock: 100 })
  const id = await placePaidOrder(customer.call, cards, part, 30)
  const path = `/booking/${id}?client=${customer.email}`
  const [cancelled, ...all] = await runInLockOrder(shop.db, lockRow('orders', id), [
    () => customer.call('DELETE', path),
    ...Array.from({ length: 10 }, () => () => ship(id)),
  ])
  expect([cancelled?.status, cancelled?.body.code]).toEqual([409, 'order_paid'])
  expect(all.map(({ body }) => body.modifiedCount).sort()).toEqual([...Array(9).fill(0), 1])
  expect(await readStock(shop, part)).toEqual({ onHand: 70, reserved: 0 })
})

test('refuses to ship an unpaid order', async () => {
  const id = await placeOrder(customer.call, await addPart(shop))
  const { status, body } = await ship(id)
  expect([status, body.code]).toEqual([409, 'order_not_paid'])
})

test('ships nothing for an unknown or cancelled order', async () => {
  const id = await placeOrder(customer.call, await addPart(shop))
  await admin.call('DELETE', `/booking/${id}`)
  for (const missing of [id, randomUUIDv7()])
    expect((await ship(missing)).body).toEqual({ modifiedCount: 0 })
  expect((await ship('7')).body.code).toBe('input_invalid')
})

test('refuses to cancel a shipped order', async () => {
  const id = await placePaidOrder(customer.call, cards, await addPart(shop))
  await ship(id)
  const { status, body } = await admin.call('DELETE', `/booking/${id}`)
  expect([status, body.code]).toEqual([409, 'order_paid'])
})

test('records each step of an order with its user', async () => {
  const id = await placePaidOrder(customer.call, cards, await addPart(shop))
  await ship(id)
  const events = await shop.db
    .selectFrom('order_events')
    .select(['kind', 'by_user'])
    .where('order_id', '=', id)
    .orderBy('at')
    .execute()
  expect(events).toEqual([
    { kind: 'placed', by_user: customer.id },
    { kind: 'payment_begun', by_user: customer.id },
    { kind: 'paid', by_user: null },
    { kind: 'shipped', by_user: admin.id },
  ])
})

test('refuses to ship an order that is being refunded', async () => {
  const part = await addPart(shop, { stock: 100 })
  const id = await placePaidOrder(customer.call, cards, part, 30)
  await sql`update orders set refund_began_at = now() where id = ${id}`.execute(shop.db)
  const { status, body } = await ship(id)
  expect([status, body.code]).toEqual([409, 'refund_begun'])
  expect(await readStock(shop, part)).toEqual({ onHand: 100, reserved: 30 })
  await sql`update orders set refund_began_at = null where id = ${id}`.execute(shop.db)
  expect((await ship(id)).body).toEqual({ modifiedCount: 1 })
})

test('refuses to ship a refunded order', async () => {
  const id = await placePaidOrder(customer.call, cards, await addPart(shop))
  await admin.call('POST', `/api/orders/${id}/refund`)
  const { status, body } = await ship(id)
  expect([status, body.code, body.detail]).toEqual([409, 'refund_begun', 'The order was refunded.'])
})

test('refuses to ship a disputed order until the dispute is won, and marks it only for staff', async () => {
  const id = await placePaidOrder(customer.call, cards, await addPart(shop))
  await placePaidOrder(customer.call, cards, await addPart(shop))
  const isDisputed = async ({ call } = admin) =>
    (await call('GET', `/api/orders/${id}`)).body.isDisputed
  const shippable = async () => {
    const { body } = await admin.call('GET', '/allOrders?status=Paid&size=2')
    return body.map(({ isShippable }: { isShippable: boolean }) => isShippable)
  }
  const sendEvents = await openDispute(id, 'du_1')
  const sendOtherEvents = await openDispute(id, 'du_2')
  await sendEvents('lost', ['closed'])
  const { status, body } = await ship(id)
  expect([status, body.code]).toEqual([409, 'order_disputed'])
  expect([await isDisputed(), await isDisputed(customer)]).toEqual([true, false])
  expect(await shippable()).toEqual([true, false])
  await sendEvents('won', ['created', 'closed'])
  expect(await isDisputed()).toBe(true)
  await sendOtherEvents('won', ['closed'])
  expect(await isDisputed()).toBe(false)
  await sendOtherEvents('needs_response', ['closed'])
  expect(await isDisputed()).toBe(true)
  await sendOtherEvents('warning_closed', ['closed', 'created'])
  expect(await isDisputed()).toBe(false)
  expect(await shippable()).toEqual([true, true])
  expect((await ship(id)).body).toEqual({ modifiedCount: 1 })
})

test('refuses a shipment that waited while a refund started', async () => {
  const part = await addPart(shop)
  const id = await placePaidOrder(customer.call, cards, part)
  await waitForOutbox(shop.db)
  const waited = await shop.db.transaction().execute(async (tx) => {
    await sql`update orders set refund_began_at = now() where id = ${id}`.execute(tx)
    const shipped = ship(id)
    await waitForBlockedConnections(shop.db, tx)
    return { shipped }
  })
  expect((await waited.shipped).body.code).toBe('refund_begun')
  expect(await readStock(shop, part)).toEqual({ onHand: 100, reserved: 10 })
})

/**
 * Opens a dispute of the order's payment. Returns a function that changes its status and sends the given events about it,
 * always the same two.
 */
async function openDispute(orderId: string, id: string) {
  const { transactionId: payment_intent } = (await customer.call('GET', `/booking/${orderId}`)).body
  const [created, closed] = ['created', 'closed'].map((name) =>
    createEvent(`charge.dispute.${name}`, { object: 'dispute', id, payment_intent }),
  ) as [string, string]
  await cards.setDispute({ id, payment_intent, status: 'needs_response' })
  return async (status: string, events: ('created' | 'closed')[]) => {
    await cards.setDispute({ id, payment_intent, status })
    for (const event of events) {
      const payload = event === 'created' ? created : closed
      expect((await postEvent(shop.url, payload, signPayload(payload))).status).toBe(200)
    }
  }
}
