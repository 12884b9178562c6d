import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../testing/books.ts'
import { tally } from '../testing/calls.ts'
import { bookingOf, placeOrder } from '../testing/orders.ts'
import { addPart, addParts, stockOf } from '../testing/parts.ts'
import { addPeople, type Person } from '../testing/people.ts'
import { startTestShop, type TestShop } from '../testing/shop.ts'

let shop: TestShop
let customers: Person[]

beforeAll(async () => {
  shop = await startTestShop({ settings: { UNPAID_ORDERS_MAX: '1000' } })
  customers = await addPeople(shop, 60)
  // Each has a connection open already, so that the race begins at one moment for all.
  await Promise.all(customers.map(({ call, email }) => call('GET', `/user/${email}`)))
})
afterAll(() => shop.close())

test('of 60 customers racing for the last ten lots, exactly ten win', async () => {
  const part = await addPart(shop, { stock: 100, minimum: 10 })
  const answers = await Promise.all(
    customers.map(({ call }) => call('POST', '/booking', bookingOf(part, 10))),
  )
  expect(tally(answers)).toEqual({ '201': 10, quantity_above_available: 50 })
  expect(await stockOf(shop, part)).toEqual({ onHand: 100, reserved: 100 })
  await checkBooks(shop)
})

test('with lots of different sizes, never more is sold than there is', async () => {
  const part = await addPart(shop, { stock: 503, minimum: 1 })
  const wanted = customers.map((_, n) => 1 + ((n * 7) % 41))
  const answers = await Promise.all(
    customers.map(({ call }, n) => call('POST', '/booking', bookingOf(part, wanted[n]))),
  )
  const sold = wanted.filter((_, n) => answers[n]?.status === 201).reduce((a, b) => a + b, 0)
  const { reserved } = await stockOf(shop, part)
  expect(reserved).toBe(sold)
  expect(sold).toBeLessThanOrEqual(503)
  const least = Math.min(...wanted.filter((_, n) => answers[n]?.status !== 201))
  expect(503 - sold).toBeLessThan(least)
  await checkBooks(shop)
})

test('while half cancel and half order, the pieces go round and none is lost', async () => {
  const part = await addPart(shop, { stock: 300, minimum: 10 })
  const [holders, takers] = [customers.slice(0, 30), customers.slice(30)]
  const held = await Promise.all(holders.map(({ call }) => placeOrder(call, part, 10)))
  const answers = await Promise.all([
    ...holders.map(({ call, email }, n) => call('DELETE', `/booking/${held[n]}?client=${email}`)),
    ...takers.map(({ call }) => call('POST', '/booking', bookingOf(part, 10))),
  ])
  const cancelled = answers.slice(0, 30)
  expect(cancelled.every(({ body }) => body.deletedCount === 1)).toBe(true)
  const won = answers.slice(30).filter(({ status }) => status === 201).length
  expect(await stockOf(shop, part)).toEqual({ onHand: 300, reserved: won * 10 })
  await checkBooks(shop)
})

test('who wants different parts does not lose for the others', async () => {
  const parts = await addParts(shop, 60, { stock: 10, minimum: 10 })
  const answers = await Promise.all(
    customers.map(({ call }, n) => call('POST', '/booking', bookingOf(parts[n] as string, 10))),
  )
  expect(tally(answers)).toEqual({ '201': 60 })
  await checkBooks(shop)
})
