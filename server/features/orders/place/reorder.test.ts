import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../../tests/support/database/locks.ts'
import { countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { placeLines } from '../../../../tests/support/shop/carts.ts'
import { expectConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { buildBooking, placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart, addParts, readStock } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let customer: Person

beforeAll(async () => {
  shop = await startTestShop()
  customer = await addCustomer(shop)
})
afterAll(async () => {
  await expectConsistentLedger(shop)
  await shop.close()
})

const orderAgain = (id: string, key?: string, user = customer) =>
  user.call('POST', `/api/orders/${id}/reorder`, undefined, key ? { 'idempotency-key': key } : {})

test('orders the same quantity again to the same address, at the current price', async () => {
  const part = await addPart(shop, { cents: 250 })
  const placed = await customer.call(
    'POST',
    '/booking',
    buildBooking(part, 30, { phone: '7', address: 'Old Mill 2' }),
  )
  const first = placed.body.result.insertedId
  await sql`update parts set unit_price_cents = 275 where id = ${part}`.execute(shop.db)
  const available = async () => (await shop.visit('GET', `/parts/${part}`)).body.availableQuantity
  const before = await available()
  const { status, body } = await orderAgain(first)
  expect([status, body.totalPrice]).toEqual([201, 82.5])
  expect(body.result.insertedId).not.toBe(first)
  expect((await customer.call('GET', `/booking/${body.result.insertedId}`)).body).toMatchObject({
    productId: part,
    quantity: 30,
    phone: '7',
    address: 'Old Mill 2',
    totalPrice: 82.5,
    status: 'Pending',
  })
  expect((await readStock(shop, part)).reserved).toBe(60)
  expect(await available()).toBe(before - 30)
})

test('reorders a cancelled order', async () => {
  const part = await addPart(shop)
  const first = await placeOrder(customer.call, part)
  await customer.call('DELETE', `/booking/${first}?client=${customer.email}`)
  expect((await orderAgain(first)).status).toBe(201)
  expect((await readStock(shop, part)).reserved).toBe(10)
})

test('places one order for ten requests with the same key, and refuses the key for another payload', async () => {
  const buyer = await addCustomer(shop)
  const part = await addPart(shop)
  const [first, other] = [await placeOrder(buyer.call, part), await placeOrder(buyer.call, part)]
  const key = randomUUID()
  const all = await queueForLock(
    shop.db,
    lockRow('users', buyer.id),
    Array.from({ length: 10 }, () => () => orderAgain(first, key, buyer)),
  )
  expect(countOutcomes(all)).toEqual({ '201': 10 })
  expect(new Set(all.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect((await readStock(shop, part)).reserved).toBe(30)
  expect((await orderAgain(other, key, buyer)).body.code).toBe('key_reused')
  const booked = await buyer.call('POST', '/booking', buildBooking(part), {
    'idempotency-key': key,
  })
  expect(booked.body.code).toBe('key_reused')
  expect((await orderAgain(first, 'with blanks', buyer)).body.code).toBe('input_invalid')
})

test('refuses to reorder what a customer cannot book now', async () => {
  const [raised, soldOut, deleted] = [
    await addPart(shop),
    await addPart(shop, { stock: 10 }),
    await addPart(shop),
  ]
  const [raisedOrder, soldOutOrder, deletedOrder] = [
    await placeOrder(customer.call, raised),
    await placeOrder(customer.call, soldOut),
    await placeOrder(customer.call, deleted),
  ]
  await sql`update parts set minimum_order = 20 where id = ${raised}`.execute(shop.db)
  await (await addAdmin(shop)).call('DELETE', `/part/${deleted}`)
  const codeOf = async (id: string) => (await orderAgain(id)).body.code
  expect(await codeOf(raisedOrder)).toBe('quantity_below_minimum')
  expect(await codeOf(soldOutOrder)).toBe('quantity_above_available')
  expect(await codeOf(deletedOrder)).toBe('part_missing')
})

describe('an order of several lines', () => {
  test('orders all lines again that were not cancelled, at current prices, without the cart', async () => {
    const buyer = await addCustomer(shop)
    const [first, second, third] = await addThreeParts()
    const original = await placeLines(buyer.call, { [first]: 10, [second]: 20, [third]: 30 })
    await buyer.call('DELETE', `/api/orders/${original}/lines?lines=2`)
    await sql`update parts set unit_price_cents = 300 where id = ${third}`.execute(shop.db)
    await buyer.call('PATCH', '/api/cart', { changes: [{ productId: second, add: 10 }] })
    const key = randomUUID()
    const { status, body } = await orderAgain(original, key, buyer)
    expect([status, body.totalPrice]).toEqual([201, 115])
    expect((await orderAgain(original, key, buyer)).body).toEqual(body)
    const { insertedId } = body.result
    const order = (await buyer.call('GET', `/api/orders/${insertedId}`)).body
    expect(order.lines).toMatchObject([
      { line: 1, productId: first, quantity: 10, unitPriceCents: 250, cancelledQuantity: 0 },
      { line: 2, productId: third, quantity: 30, unitPriceCents: 300, cancelledQuantity: 0 },
    ])
    expect((await buyer.call('GET', '/api/cart/count')).body.lineCount).toBe(1)
    expect((await readStock(shop, third)).reserved).toBe(60)
  })

  test('names each line that cannot be had, and orders nothing', async () => {
    const buyer = await addCustomer(shop)
    const [sold, short, deleted] = await addThreeParts()
    const original = await placeLines(buyer.call, { [sold]: 10, [short]: 60, [deleted]: 10 })
    await (await addAdmin(shop)).call('DELETE', `/part/${deleted}`)
    const { status, body } = await orderAgain(original, undefined, buyer)
    expect([status, body.code]).toEqual([409, 'lines_refused'])
    expect(body.lines).toEqual([
      {
        productId: short,
        code: 'quantity_above_available',
        detail: 'You can order maximum 40 pieces',
        available: 40,
      },
      {
        productId: deleted,
        code: 'part_missing',
        detail: 'This part is no longer sold.',
        available: 0,
      },
    ])
    expect((await readStock(shop, sold)).reserved).toBe(10)
  })

  const addThreeParts = async () => (await addParts(shop, 3)) as [string, string, string]
})

test('treats another user’s order as missing, also for staff', async () => {
  const id = await placeOrder(customer.call, await addPart(shop))
  for (const user of [await addCustomer(shop), await addAdmin(shop)]) {
    expect((await orderAgain(id, undefined, user)).body.code).toBe('order_missing')
  }
  expect((await orderAgain(randomUUIDv7())).body.code).toBe('order_missing')
  expect((await shop.visit('POST', `/api/orders/${id}/reorder`)).status).toBe(401)
})
