import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tally } from '../testing/calls.ts'
import { cardsOf } from '../testing/cards.ts'
import { bookingOf, placeOrder, placePaidOrder } from '../testing/orders.ts'
import { addPart, addParts, stockOf } from '../testing/parts.ts'
import { addAdmin, addPeople, type Person } from '../testing/people.ts'
import { startTestShop, type TestShop } from '../testing/shop.ts'
import { closeBooks } from './close-books.ts'
import { counts } from './counts.ts'
import { inCompany } from './in-company.ts'
import { takeTime } from './patience.ts'

takeTime()

let shop: TestShop
let everybody: Person[]
/** Sixty of them. */
let customers: Person[]

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
  everybody = await addPeople(shop, counts.racers)
  customers = everybody.slice(0, 60)
  // Each has a connection open already, so that the race begins at one moment for all.
  await Promise.all(everybody.map(({ call, email }) => call('GET', `/user/${email}`)))
})
afterAll(() => shop.close())

test('of many customers racing for the last ten lots, exactly ten win', async () => {
  const part = await addPart(shop, { stock: 100, minimum: 10 })
  const answers = await Promise.all(
    everybody.map(({ call }) => call('POST', '/booking', bookingOf(part, 10))),
  )
  expect(tally(answers)).toEqual({ '201': 10, quantity_above_available: everybody.length - 10 })
  expect(await stockOf(shop, part)).toEqual({ onHand: 100, reserved: 100 })
  await closeBooks(shop, everybody.length)
})

test('one idempotency key twenty times at once makes one order', async () => {
  const part = await addPart(shop, { stock: 1000, minimum: 10 })
  const [customer] = customers as [Person]
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: counts.keyAtOnce }, () =>
      customer.call('POST', '/booking', bookingOf(part, 10), headers),
    ),
  )
  expect(tally(answers)).toEqual({ '201': counts.keyAtOnce })
  expect(new Set(answers.map(({ body }) => body.result.insertedId)).size).toBe(1)
  expect(await stockOf(shop, part)).toEqual({ onHand: 1000, reserved: 10 })
  await closeBooks(shop, counts.keyAtOnce)
})

test('two who ship an order and one who cancels it at the same moment ship it once', async () => {
  const part = await addPart(shop, { stock: 1_000_000, minimum: 10 })
  const [one, other] = [await addAdmin(shop), await addAdmin(shop)]
  const cards = cardsOf(shop)
  await inCompany(counts.shipsAndCancel, 10, async (n) => {
    const { call, email } = customers[n % customers.length] as Person
    const id = await placePaidOrder(call, cards, part)
    const [shipped, again, cancelled] = await Promise.all([
      one.call('PATCH', `/shipped/${id}`),
      other.call('PATCH', `/shipped/${id}`),
      call('DELETE', `/booking/${id}?client=${email}`),
    ])
    expect([shipped.body.modifiedCount, again.body.modifiedCount].sort()).toEqual([0, 1])
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'order_paid'])
  })
  const onHand = 1_000_000 - counts.shipsAndCancel * 10
  expect(await stockOf(shop, part)).toEqual({ onHand, reserved: 0 })
  await closeBooks(shop, counts.shipsAndCancel)
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
  await closeBooks(shop, customers.length)
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
  await closeBooks(shop, customers.length)
})

test('who wants different parts does not lose for the others', async () => {
  const parts = await addParts(shop, 60, { stock: 10, minimum: 10 })
  const answers = await Promise.all(
    customers.map(({ call }, n) => call('POST', '/booking', bookingOf(parts[n] as string, 10))),
  )
  expect(tally(answers)).toEqual({ '201': 60 })
  await closeBooks(shop, customers.length)
})
