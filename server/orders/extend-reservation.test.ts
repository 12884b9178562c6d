import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../testing/books.ts'
import { tally } from '../testing/calls.ts'
import { type Cards, cardsOf } from '../testing/cards.ts'
import { beginPayment, placeOrder, placePaidOrder } from '../testing/orders.ts'
import { addPart, stockOf } from '../testing/parts.ts'
import { addAdmin, addCustomer, type Person } from '../testing/people.ts'
import { startTestShop, type TestShop } from '../testing/shop.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { cancelOrder } from './cancel-order.ts'
import { extendReservation } from './extend-reservation.ts'
import { lapseOrders } from './lapse-orders.ts'

let shop: TestShop
let cards: Cards
let customer: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
  cards = cardsOf(shop)
  customer = await addCustomer(shop)
  part = await addPart(shop, { stock: 100_000 })
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const HOUR_MS = 3_600_000

const extend = ({ call }: Person, id: string) => call('POST', `/api/orders/${id}/extension`)

const setReservedUntil = (id: string, interval: string) =>
  sql`update orders set reserved_until = now() + ${interval}::interval where id = ${id}`.execute(
    shop.db,
  )

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

test('a customer extends his reservation once, by half the time', async () => {
  const id = await placeOrder(customer.call, part)
  const before = await reservationOf(id)
  const { status, body } = await extend(customer, id)
  expect(status).toBe(200)
  const gained = Date.parse(body.reservedUntil) - before.reserved_until.getTime()
  expect(gained).toBe(36 * HOUR_MS)
  const after = await reservationOf(id)
  expect(after.reserved_until.toISOString()).toBe(body.reservedUntil)
  expect(after.extensions).toEqual([{ by_user: customer.id }])
  const again = await extend(customer, id)
  expect([again.status, again.body.code]).toEqual([409, 'reservation_extended'])
  expect((await reservationOf(id)).reserved_until).toEqual(after.reserved_until)
})

test('ten tabs that extend at once extend once', async () => {
  const id = await placeOrder(customer.call, part)
  const before = await reservationOf(id)
  const answers = await Promise.all(Array.from({ length: 10 }, () => extend(customer, id)))
  expect(tally(answers)).toEqual({ '200': 1, reservation_extended: 9 })
  const after = await reservationOf(id)
  expect(after.reserved_until.getTime() - before.reserved_until.getTime()).toBe(36 * HOUR_MS)
  expect(after.extensions).toHaveLength(1)
})

test('somebody else’s reservation looks missing, to an admin too', async () => {
  const id = await placeOrder(customer.call, part)
  for (const other of [await addCustomer(shop), await addAdmin(shop)]) {
    const { status, body } = await extend(other, id)
    expect([status, body.code]).toEqual([404, 'order_missing'])
  }
  expect((await extend(customer, randomUUIDv7())).body.code).toBe('order_missing')
  expect((await shop.visit('POST', `/api/orders/${id}/extension`)).status).toBe(401)
  expect((await reservationOf(id)).extended_at).toBeNull()
})

test('what is paid, cancelled, being cancelled or over is not extended', async () => {
  const paid = await placePaidOrder(customer.call, cards, part)
  const cancelled = await placeOrder(customer.call, part)
  await customer.call('DELETE', `/booking/${cancelled}?client=${customer.email}`)
  const over = await placeOrder(customer.call, part)
  await setReservedUntil(over, '-1 second')
  const begun = await placeOrder(customer.call, part)
  await sql`update orders set cancellation_began_at = now() where id = ${begun}`.execute(shop.db)
  for (const [id, code] of [
    [paid, 'order_paid'],
    [cancelled, 'order_missing'],
    [over, 'reservation_over'],
    [begun, 'cancellation_begun'],
  ] as const)
    expect((await extend(customer, id)).body.code).toBe(code)
})

test('of an extension and a cancel at once, no cancelled order is extended after it', async () => {
  for (let round = 0; round < 15; round++) {
    const id = await placeOrder(customer.call, part)
    const [extended, cancelled] = await Promise.all([
      extend(customer, id),
      customer.call('DELETE', `/booking/${id}?client=${customer.email}`),
    ])
    expect(cancelled.body).toEqual({ deletedCount: 1 })
    const refused = ['cancellation_begun', 'order_missing']
    if (extended.status !== 200) expect(refused).toContain(extended.body.code)
    const { extensions } = await reservationOf(id)
    expect(extensions).toHaveLength(extended.status === 200 ? 1 : 0)
  }
})

test('of an extension and a payment at once, the order is paid in either case', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await placeOrder(customer.call, part)
    await cards.pay(await beginPayment(customer.call, id))
    const [extended] = await Promise.all([
      extend(customer, id),
      customer.call('PATCH', `/booking/${id}`, { bookingId: id }),
    ])
    if (extended.status !== 200) expect(extended.body.code).toBe('order_paid')
    await waitUntil('it is paid', async () => (await reservationOf(id)).paid_at !== null)
    expect((await reservationOf(id)).extensions).toHaveLength(extended.status === 200 ? 1 : 0)
  }
})

test('in the last moments, either the extension holds the order or it lapses', async () => {
  const own = await addPart(shop, { stock: 1000 })
  const { db } = shop
  const deps = { db, queueMail: async () => {}, closeIntent: async () => undefined }
  const cancel = (id: string) =>
    cancelOrder({ ...deps, partsChanged: () => {} }, id, { byUser: null, ownOnly: false })
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push(await placeOrder(customer.call, own))
  for (const [n, id] of ids.entries()) await setReservedUntil(id, `${(n - 10) * 4 + 60} ms`)
  const lapsing = async () => {
    for (let round = 0; round < 20; round++) {
      await lapseOrders({ db, log: shop.app.log, cancel })
    }
  }
  const [answers] = await Promise.all([
    Promise.all(ids.map((id) => extend(customer, id))),
    lapsing(),
    lapsing(),
  ])
  await waitUntil('what has run out has lapsed', async () => {
    await lapsing()
    const { rows } = await sql`select 1 from orders where cancelled_at is null
      and reserved_until < now() and id = any(${ids}::uuid[])`.execute(shop.db)
    return rows.length === 0
  })
  for (const [n, id] of ids.entries()) {
    const { cancelled_at, extended_at } = await reservationOf(id)
    expect([id, cancelled_at === null, extended_at !== null]).toEqual([
      id,
      answers[n]?.status === 200,
      answers[n]?.status === 200,
    ])
  }
  const held = answers.filter(({ status }) => status === 200).length
  expect(await stockOf(shop, own)).toEqual({ onHand: 1000, reserved: held * 10 })
})

test('who waited for a lapse that came first is refused, though he asked in time', async () => {
  const id = await placeOrder(customer.call, part)
  let late: ReturnType<typeof extendReservation> | undefined
  await shop.db.transaction().execute(async (tx) => {
    await sql`update orders set reserved_until = now() + interval '150 ms'
      where id = ${id}`.execute(tx)
  })
  await shop.db.transaction().execute(async (tx) => {
    await sql`update orders set lapse_again_at = now() where id = ${id}`.execute(tx)
    late = extendReservation({ db: shop.db, config: shop.config }, id, customer.id)
    await sql`select pg_sleep(0.3)`.execute(tx)
  })
  expect(await late).toEqual({ refused: 'reservation_over' })
})

test('of a reservation of one hour an extension is an hour too', async () => {
  const id = await placeOrder(customer.call, part)
  const before = await reservationOf(id)
  await extendReservation({ db: shop.db, config: { reservationHours: 1 } }, id, customer.id)
  const { reserved_until } = await reservationOf(id)
  expect(reserved_until.getTime() - before.reserved_until.getTime()).toBe(HOUR_MS)
})
