import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../tests/support/database/locks.ts'
import { checkBooks } from '../../../tests/support/shop/books.ts'
import { tally } from '../../../tests/support/shop/calls.ts'
import { bookingOf, placeOrder } from '../../../tests/support/shop/orders.ts'
import { addPart, stockOf } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let customer: Person

beforeAll(async () => {
  shop = await startTestShop()
  customer = await addCustomer(shop)
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const again = (id: string, key?: string, who = customer) =>
  who.call('POST', `/api/orders/${id}/reorder`, undefined, key ? { 'idempotency-key': key } : {})

test('the same is ordered again, to the same address, at what it costs now', async () => {
  const part = await addPart(shop, { cents: 250 })
  const placed = await customer.call(
    'POST',
    '/booking',
    bookingOf(part, 30, { phone: '7', address: 'Old Mill 2' }),
  )
  const first = placed.body.result.insertedId
  await sql`update parts set unit_price_cents = 275 where id = ${part}`.execute(shop.db)
  const available = async () => (await shop.visit('GET', `/parts/${part}`)).body.availableQuantity
  const before = await available()
  const { status, body } = await again(first)
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
  expect((await stockOf(shop, part)).reserved).toBe(60)
  expect(await available()).toBe(before - 30)
})

test('a cancelled order is ordered again', async () => {
  const part = await addPart(shop)
  const first = await placeOrder(customer.call, part)
  await customer.call('DELETE', `/booking/${first}?client=${customer.email}`)
  expect((await again(first)).status).toBe(201)
  expect((await stockOf(shop, part)).reserved).toBe(10)
})

test('a key makes one order of ten presses, and is of no use for anything else', async () => {
  const buyer = await addCustomer(shop)
  const part = await addPart(shop)
  const [first, other] = [await placeOrder(buyer.call, part), await placeOrder(buyer.call, part)]
  const key = randomUUID()
  const all = await queueForLock(
    shop.db,
    lockRow('users', buyer.id),
    Array.from({ length: 10 }, () => () => again(first, key, buyer)),
  )
  expect(tally(all)).toEqual({ '201': 10 })
  expect(new Set(all.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect((await stockOf(shop, part)).reserved).toBe(30)
  expect((await again(other, key, buyer)).body.code).toBe('key_reused')
  const booked = await buyer.call('POST', '/booking', bookingOf(part), { 'idempotency-key': key })
  expect(booked.body.code).toBe('key_reused')
  expect((await again(first, 'with blanks', buyer)).body.code).toBe('input_invalid')
})

test('what cannot be ordered now is refused as a booking is', async () => {
  const [raised, sold, gone] = [
    await addPart(shop),
    await addPart(shop, { stock: 10 }),
    await addPart(shop),
  ]
  const [ofRaised, ofSold, ofGone] = [
    await placeOrder(customer.call, raised),
    await placeOrder(customer.call, sold),
    await placeOrder(customer.call, gone),
  ]
  await sql`update parts set minimum_order = 20 where id = ${raised}`.execute(shop.db)
  await (await addAdmin(shop)).call('DELETE', `/part/${gone}`)
  const codeOf = async (id: string) => (await again(id)).body.code
  expect(await codeOf(ofRaised)).toBe('quantity_below_minimum')
  expect(await codeOf(ofSold)).toBe('quantity_above_available')
  expect(await codeOf(ofGone)).toBe('part_missing')
})

test('somebody else’s order is not ordered again, not by staff either', async () => {
  const id = await placeOrder(customer.call, await addPart(shop))
  for (const who of [await addCustomer(shop), await addAdmin(shop)]) {
    expect((await again(id, undefined, who)).body.code).toBe('order_missing')
  }
  expect((await again(randomUUIDv7())).body.code).toBe('order_missing')
  expect((await shop.visit('POST', `/api/orders/${id}/reorder`)).status).toBe(401)
})
