import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { readIds } from '../../../tests/support/shop/api-client.ts'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { closeWithConsistentLedger } from '../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import { cancelOrder } from './cancel-order.ts'
import { recordEvent } from './order-events.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const admin = await addAdmin(shop)
const part = await addPart(shop, { stock: 10_000 })
afterAll(() => closeWithConsistentLedger(shop))

const cancel = ({ call }: TestUser, id: string, client?: string) =>
  call('DELETE', `/booking/${id}${client === undefined ? '' : `?client=${client}`}`)

async function countOf(event: 'cancelled' | 'expired'): Promise<number> {
  const { values } = await orderEvents.get()
  return values.find(({ labels }) => labels.event === event)?.value ?? 0
}

test('cancels a customer’s own unpaid order and releases its stock', async () => {
  const before = await countOf('cancelled')
  const ownPart = await addPart(shop, { stock: 100 })
  const id = await placeOrder(customer.call, ownPart, 30)
  expect((await cancel(customer, id, customer.email)).body).toEqual({ deletedCount: 1 })
  expect(await readStock(shop, ownPart)).toEqual({ onHand: 100, reserved: 0 })
  expect(await countOf('cancelled')).toBe(before + 1)
  expect((await customer.call('GET', `/booking/${id}`)).body.code).toBe('order_missing')
  expect((await admin.call('GET', `/booking/${id}`)).body.code).toBe('order_missing')
  expect(readIds(await customer.call('GET', `/myOrders?client=${customer.email}`))).not.toContain(
    id,
  )
  expect(readIds(await admin.call('GET', '/allOrders'))).not.toContain(id)
})

async function cancelEventsOf(id: string) {
  const rows = await shop.db
    .selectFrom('order_events')
    .select('kind')
    .where('order_id', '=', id)
    .where('kind', 'in', ['cancellation_begun', 'cancelled'])
    .orderBy('at')
    .execute()
  return rows.map(({ kind }) => kind)
}

test('cancels an order once when several cancellations start concurrently', async () => {
  const ownPart = await addPart(shop, { stock: 100 })
  const id = await placeOrder(customer.call, ownPart, 30)
  const all = await runInLockOrder(
    shop.db,
    lockRow('orders', id),
    Array.from({ length: 4 }, () => () => cancel(customer, id, customer.email)),
  )
  expect(all.map(({ body }) => body.deletedCount).sort()).toEqual([0, 0, 0, 1])
  expect((await cancel(customer, id, customer.email)).body).toEqual({ deletedCount: 0 })
  expect(await cancelEventsOf(id)).toEqual(['cancellation_begun', 'cancelled'])
  expect(await readStock(shop, ownPart)).toEqual({ onHand: 100, reserved: 0 })
})

test('cancels an order once when several cancellations finish concurrently', async () => {
  const ownPart = await addPart(shop, { stock: 100 })
  const id = await placeOrder(customer.call, ownPart, 30)
  const closing: (() => void)[] = []
  const closeIntent = () =>
    new Promise<undefined>((resolve) => closing.push(() => resolve(undefined)))
  const deps = { db: shop.db, queueMail: async () => {}, partsChanged: () => {}, closeIntent }
  const actor = { id: customer.id, role: 'customer' } as const
  const cancels = Array.from({ length: 3 }, () => cancelOrder(deps, id, actor))
  await waitUntil('all have started', () => closing.length === 3)
  const outcomes = Promise.all(cancels)
  await runInLockOrder(
    shop.db,
    lockRow('orders', id),
    closing.map((finish) => async () => finish()),
  )
  const cancelled = (await outcomes).map((one) => 'cancelled' in one && one.cancelled)
  expect(cancelled.toSorted()).toEqual([0, 0, 1])
  expect(await cancelEventsOf(id)).toEqual(['cancellation_begun', 'cancelled'])
  expect(await readStock(shop, ownPart)).toEqual({ onHand: 100, reserved: 0 })
})

test('treats another user’s order as missing', async () => {
  const other = await addCustomer(shop)
  const id = await placeOrder(customer.call, part)
  expect((await cancel(other, id, other.email)).body).toEqual({ deletedCount: 0 })
  expect((await customer.call('GET', `/booking/${id}`)).status).toBe(200)
})

test('requires the customer’s own email in the query', async () => {
  const id = await placeOrder(customer.call, part)
  for (const client of [undefined, 'other@example.com', admin.email]) {
    const { status, body } = await cancel(customer, id, client)
    expect([client, status, body.code]).toEqual([client, 403, 'email_foreign'])
  }
  expect((await cancel(customer, id, customer.email.toUpperCase())).body.deletedCount).toBe(1)
})

test('lets an admin cancel with the email of the order, or without an email', async () => {
  const [one, two] = [await placeOrder(customer.call, part), await placeOrder(customer.call, part)]
  expect((await cancel(admin, one, customer.email)).body).toEqual({ deletedCount: 1 })
  expect((await cancel(admin, two)).body).toEqual({ deletedCount: 1 })
})

test('finds no order for an admin who sends another email', async () => {
  const id = await placeOrder(customer.call, part)
  for (const client of [admin.email, 'unknown@example.com'])
    expect((await cancel(admin, id, client)).body).toEqual({ deletedCount: 0 })
  expect((await customer.call('GET', `/booking/${id}`)).status).toBe(200)
})

test('cancels nothing for an unknown order', async () => {
  expect((await cancel(customer, randomUUIDv7(), customer.email)).body.deletedCount).toBe(0)
  expect((await cancel(admin, randomUUIDv7())).body.deletedCount).toBe(0)
})

test.each(['/booking/7?client=a@b.cd', `/booking/${randomUUIDv7()}?client=me`])(
  'refuses %s as invalid input',
  async (path) => {
    const { status, body } = await customer.call('DELETE', path)
    expect([status, body.code]).toEqual([400, 'input_invalid'])
  },
)

test('refuses to cancel a paid order, for customers and admins', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  for (const response of [await cancel(customer, id, customer.email), await cancel(admin, id)])
    expect([response.status, response.body.code]).toEqual([409, 'order_paid'])
  expect((await customer.call('GET', `/booking/${id}`)).body.paid).toBe(true)
})

test('cancels the open payment at the provider when the order is cancelled', async () => {
  const id = await placeOrder(customer.call, part)
  const secret = await startPayment(customer.call, id)
  expect((await cancel(customer, id, customer.email)).body).toEqual({ deletedCount: 1 })
  const [intent] = await cards.intentsOf(id)
  expect(intent?.status).toBe('canceled')
  expect((await cards.pay(secret)).error?.code).toBe('payment_intent_unexpected_state')
})

test('refuses to cancel an order whose payment the server has not recorded yet', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  await cards.pay(await startPayment(customer.call, id))
  const { status, body } = await cancel(customer, id, customer.email)
  expect([status, body.code]).toEqual([409, 'order_paid'])
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  await cards.releaseWebhooks()
})

test('refuses to cancel an order while its payment is processing', async () => {
  await cards.setFaults({ holdProcessing: true })
  const other = await placeOrder(customer.call, part)
  await sql`update orders set cancellation_began_at = now() where id = ${other}`.execute(shop.db)
  const id = await placeOrder(customer.call, part)
  const secret = await startPayment(customer.call, id)
  expect((await cards.pay(secret)).status).toBe('processing')
  for (const response of [
    await cancel(customer, id, customer.email),
    await customer.call('POST', '/create-payment-intent', { totalPrice: 25, bookingId: id }),
  ])
    expect([response.status, response.body.code]).toEqual([409, 'payment_processing'])
  const payment = { totalPrice: 25, bookingId: other }
  const refused = await customer.call('POST', '/create-payment-intent', payment)
  expect(refused.body.code).toBe('cancellation_begun')
  await cancel(customer, other, customer.email)
  expect((await customer.call('PATCH', `/booking/${id}`, {})).body).toEqual({ modifiedCount: 0 })
  await cards.releaseProcessing()
  await customer.call('PATCH', `/booking/${id}`, {})
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
})

test('records the user who started a cancellation that the server finishes later', async () => {
  const [interrupted, expired] = [
    await placeOrder(customer.call, part),
    await placeOrder(customer.call, part),
  ]
  const interrupt = async () => {
    throw new Error('interrupted')
  }
  const { db } = shop
  const deps = { db, queueMail: async () => {}, partsChanged: () => {} }
  const actor = { id: customer.id, role: 'customer' } as const
  await expect(
    cancelOrder({ ...deps, closeIntent: interrupt }, interrupted, actor),
  ).rejects.toThrow('interrupted')
  // Staff have repaired the payments of the order since the interruption.
  await db.transaction().execute((tx) => recordEvent(tx, interrupted, 'repaired', admin.id))
  await sql`update orders set reserved_until = now() - interval '1 second' where id = ${expired}`.execute(
    db,
  )
  const completeDeps = { ...deps, closeIntent: async () => undefined }
  const before = [await countOf('cancelled'), await countOf('expired')] as const
  for (const id of [interrupted, expired]) {
    expect(await cancelOrder(completeDeps, id, null)).toEqual({
      cancelled: 1,
    })
  }
  const { rows } = await sql<{ cancelled_by: string; by_user: string }>`
    select o.cancelled_by, e.by_user from orders o
    join order_events e on e.order_id = o.id and e.kind = 'cancelled'
    where o.id in (${interrupted}, ${expired}) order by o.id`.execute(db)
  expect(rows).toEqual([
    { cancelled_by: customer.id, by_user: customer.id },
    { cancelled_by: null, by_user: null },
  ])
  expect(await countOf('cancelled')).toBe(before[0] + 1)
  expect(await countOf('expired')).toBe(before[1] + 1)
})

test('does not cancel an order for the server after the user’s call has withdrawn the cancellation', async () => {
  const id = await placeOrder(customer.call, part)
  const { db } = shop
  const mark = (at: Date | null) =>
    db.updateTable('orders').set({ cancellation_began_at: at }).where('id', '=', id).execute()
  const closeIntent = async () => void (await mark(null))
  const deps = { db, queueMail: async () => {}, partsChanged: () => {}, closeIntent }
  await mark(new Date())
  expect(await cancelOrder(deps, id, null)).toEqual({ cancelled: 0 })
  const { rows } = await sql`select cancelled_at from orders where id = ${id}`.execute(db)
  expect(rows).toEqual([{ cancelled_at: null }])
})

test('refuses to cancel an order whose payment is recorded while the request waits', async () => {
  const id = await placeOrder(customer.call, part)
  const [response] = await runInLockOrder(
    shop.db,
    (tx) =>
      sql`update orders set paid_at = now(), transaction_id = 'pi_1' where id = ${id}`.execute(tx),
    [() => cancel(customer, id, customer.email)],
  )
  expect([response?.status, response?.body.code]).toEqual([409, 'order_paid'])
  await sql`delete from pending_invoices where order_id = ${id}`.execute(shop.db)
  const { rows } = await sql`update orders set paid_at = null, transaction_id = null
    where id = ${id} returning cancellation_began_at`.execute(shop.db)
  expect(rows).toEqual([{ cancellation_began_at: null }])
})

test('keeps an order if a payment is opened during the cancellation', async () => {
  const id = await placeOrder(customer.call, part)
  const deps = {
    db: shop.db,
    queueMail: async () => {},
    partsChanged: () => {},
    closeIntent: async () => {
      // Simulates a payment that checked the mark before it was set.
      await sql`update orders set cancellation_began_at = null where id = ${id}`.execute(shop.db)
      await startPayment(customer.call, id)
      return undefined
    },
  }
  const actor = { id: customer.id, role: 'customer' } as const
  expect(await cancelOrder(deps, id, actor)).toEqual({
    refused: 'payment_processing',
  })
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Pending')
})
