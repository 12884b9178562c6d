import { refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../../../../tests/support/shop/books.ts'
import { type Cards, cardsOf } from '../../../../tests/support/shop/cards.ts'
import {
  beginPayment,
  bookingOf,
  placeOrder,
  placePaidOrder,
} from '../../../../tests/support/shop/orders.ts'
import { addPart, stockOf } from '../../../../tests/support/shop/parts.ts'
import { addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { lapseOrders } from './lapse-orders.ts'

let shop: TestShop
let cards: Cards
let customer: Person

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, roundsEveryMs: 50 })
  cards = cardsOf(shop)
  customer = await addCustomer(shop)
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const runOut = (id: string) =>
  sql`update orders set reserved_until = now() - interval '1 second' where id = ${id}`.execute(
    shop.db,
  )

const gone = (id: string) =>
  waitUntil('the order is gone', async () => {
    return (await customer.call('GET', `/booking/${id}`)).status === 404
  })

test('an order is kept for 72 hours', async () => {
  const id = await placeOrder(customer.call, await addPart(shop))
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from reserved_until - placed_at) / 3600 as hours from orders
    where id = ${id}`.execute(shop.db)
  expect(Number(rows[0]?.hours)).toBe(72)
})

test('an unpaid order whose time has run out gives its pieces back', async () => {
  const part = await addPart(shop, { stock: 100 })
  const [lapsed, kept] = [
    await placeOrder(customer.call, part, 30),
    await placeOrder(customer.call, part, 20),
  ]
  const available = async () => (await shop.visit('GET', `/parts/${part}`)).body.availableQuantity
  expect(await available()).toBe(50)
  await runOut(lapsed)
  await gone(lapsed)
  expect(await stockOf(shop, part)).toEqual({ onHand: 100, reserved: 20 })
  // What is kept of the part is dropped after it is gone from the books.
  await waitUntil('everybody sees them', async () => (await available()) === 80)
  expect((await customer.call('GET', `/booking/${kept}`)).status).toBe(200)
})

test('its open payment is cancelled first', async () => {
  const id = await placeOrder(customer.call, await addPart(shop))
  const secret = await beginPayment(customer.call, id)
  await runOut(id)
  await gone(id)
  expect((await cards.pay(secret)).error?.code).toBe('payment_intent_unexpected_state')
})

test('money that arrived in the last moment counts', async () => {
  await cards.set({ holdWebhooks: true })
  const id = await placeOrder(customer.call, await addPart(shop))
  await cards.pay(await beginPayment(customer.call, id))
  await runOut(id)
  await waitUntil('the order is paid', async () => {
    return (await customer.call('GET', `/booking/${id}`)).body.status === 'Paid'
  })
  await cards.releaseWebhooks()
})

test('a paid order never lapses', async () => {
  const part = await addPart(shop)
  const paid = await placePaidOrder(customer.call, cards, part)
  const unpaid = await placeOrder(customer.call, part)
  await runOut(paid)
  await runOut(unpaid)
  await gone(unpaid)
  expect((await customer.call('GET', `/booking/${paid}`)).body.status).toBe('Paid')
})

test('a cancellation that was cut off half-way is finished', async () => {
  const id = await placeOrder(customer.call, await addPart(shop))
  await sql`update orders set cancellation_began_at = now() - interval '2 minutes'
    where id = ${id}`.execute(shop.db)
  await gone(id)
})

test('what has run out is swept away: old keys, tokens and sessions', async () => {
  const someone = await addCustomer(shop)
  await sql`update access_tokens set expires_at = now() - interval '1 second'
    where session_id = ${someone.sessionId}`.execute(shop.db)
  const another = await addCustomer(shop)
  const keyed = { 'idempotency-key': 'yesterday' }
  await customer.call('POST', '/booking', bookingOf(await addPart(shop)), keyed)
  const recent = { 'idempotency-key': 'today' }
  await customer.call('POST', '/booking', bookingOf(await addPart(shop)), recent)
  await sql`update idempotency_keys set created_at = now() - interval '25 hours 1 second'
    where key = 'yesterday'`.execute(shop.db)
  await sql`update idempotency_keys set created_at = now() - interval '24 hours 50 minutes'
    where key = 'today'`.execute(shop.db)
  await sql`update sessions set expires_at = now() - interval '1 second'
    where id = ${another.sessionId}`.execute(shop.db)
  await waitUntil('they are gone', async () => {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from access_tokens where expires_at < now())
        + (select count(*) from sessions where expires_at < now()) as left`.execute(shop.db)
    return Number(rows[0]?.left) === 0
  })
  const keys = () => shop.db.selectFrom('idempotency_keys').select('key').execute()
  await waitUntil('the old key is gone', async () => (await keys()).length === 1)
  expect(await keys()).toEqual([{ key: 'today' }])
  expect((await customer.call('GET', `/user/${customer.email}`)).status).toBe(200)
})

test('one that cannot be cancelled does not keep the others from lapsing', async () => {
  const quiet = await startTestShop()
  const dealer = await addCustomer(quiet)
  const part = await addPart(quiet)
  const ids = [await placeOrder(dealer.call, part), await placeOrder(dealer.call, part)]
  await sql`update orders set reserved_until = now() - interval '1 hour'`.execute(quiet.db)
  const asked: string[] = []
  const cancel = async (id: string) => {
    asked.push(id)
    if (asked.length === 1) throw new Error('planted')
    return { cancelled: 1 as const }
  }
  const { db, app } = quiet
  expect(await lapseOrders({ db, log: app.log, cancel })).toBe(1)
  expect(asked.toSorted()).toEqual(ids.toSorted())
  expect(await lapseOrders({ db, log: app.log, cancel })).toBe(0)
  quiet.errors.length = 0
  await quiet.close()
})

test('one about which the provider never answers does not keep the others from lapsing', async () => {
  const quiet = await startTestShop()
  const dealer = await addCustomer(quiet)
  const part = await addPart(quiet)
  const [silent, ...others] = [
    await placeOrder(dealer.call, part),
    await placeOrder(dealer.call, part),
    await placeOrder(dealer.call, part),
  ]
  await sql`update orders set reserved_until = now() - interval '1 hour'`.execute(quiet.db)
  await sql`update orders set reserved_until = now() - interval '2 hours'
    where id = ${silent}`.execute(quiet.db)
  const asked: string[] = []
  const cancel = async (id: string) => {
    asked.push(id)
    return id === silent ? refuse('provider_unavailable') : { cancelled: 1 as const }
  }
  const { db, app } = quiet
  expect(await lapseOrders({ db, log: app.log, cancel })).toBe(0)
  expect(asked).toEqual([silent])
  await sql`update orders set lapse_again_at = lapse_again_at - interval '30 seconds'`.execute(db)
  expect(await lapseOrders({ db, log: app.log, cancel })).toBe(2)
  expect(asked.slice(1, 3).toSorted()).toEqual(others.toSorted())
  await quiet.close()
})

test('of many that run out at the same moment, all lapse in one round', async () => {
  const quiet = await startTestShop({ settings: { UNPAID_ORDERS_MAX: '100' } })
  const dealer = await addCustomer(quiet)
  const part = await addPart(quiet, { stock: 1000 })
  for (let n = 0; n < 45; n++) await placeOrder(dealer.call, part)
  await sql`update orders set reserved_until = now() - interval '1 second'`.execute(quiet.db)
  const cancel = async () => ({ cancelled: 1 as const })
  const lapse = () => lapseOrders({ db: quiet.db, log: quiet.app.log, cancel })
  // One is locked by another process: the others do not wait for it.
  await quiet.db.transaction().execute(async (tx) => {
    await sql`select from orders limit 1 for update`.execute(tx)
    expect(await lapse()).toBe(44)
  })
  expect(await lapse()).toBe(1)
  await quiet.close()
})
