import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Cards, cardsOf } from '../support/shop/cards.ts'
import { beginPayment, placeOrder } from '../support/shop/orders.ts'
import { addPart, stockOf } from '../support/shop/parts.ts'
import { addAdmin, addPeople, type Person } from '../support/shop/people.ts'
import { startTestShop, type TestShop } from '../support/shop/shop.ts'
import { waitUntil } from '../support/wait-until.ts'
import { closeBooks } from './close-books.ts'
import { counts } from './counts.ts'
import { inCompany } from './in-company.ts'
import { takeTime, WITHIN_A_MINUTE } from './patience.ts'

takeTime()

const CUSTOMERS = 20

let shop: TestShop
let cards: Cards
let customers: Person[]
let admin: Person

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
  cards = cardsOf(shop)
  customers = await addPeople(shop, CUSTOMERS)
  admin = await addAdmin(shop)
})
afterEach(() => cards.unset())
afterAll(() => shop.close())

const customerOf = (n: number) => customers[n % CUSTOMERS] as Person

const delivered = () =>
  waitUntil(
    'all webhooks are delivered',
    async () => (await cards.webhooks()).every(({ deliveredAt }) => deliveredAt !== null),
    WITHIN_A_MINUTE,
  )

async function takenFor(id: string) {
  return (await cards.intentsOf(id)).filter(({ amount_received }) => amount_received > 0)
}

test('who cancels and pays at the same moment gets exactly one of the two', async () => {
  const part = await addPart(shop, { stock: 100_000 })
  const outcomes = await inCompany(counts.cancelAgainstPay, CUSTOMERS, async (n) => {
    const { call, email } = customerOf(n)
    const id = await placeOrder(call, part, 10)
    const secret = await beginPayment(call, id)
    const [cancelled, paid] = await Promise.all([
      call('DELETE', `/booking/${id}?client=${email}`),
      cards.pay(secret).then(async (paid) => {
        await call('PATCH', `/booking/${id}`, {})
        return paid
      }),
    ])
    return {
      cancelled: cancelled.body.deletedCount === 1,
      paid: paid.status === 'succeeded',
      id,
      n,
    }
  })
  await delivered()
  for (const { cancelled, paid, id, n } of outcomes) {
    const order = await customerOf(n).call('GET', `/booking/${id}`)
    expect([cancelled, paid]).toEqual([!paid, !cancelled])
    expect([order.status, order.body.status]).toEqual(cancelled ? [404, 404] : [200, 'Paid'])
  }
  const kept = outcomes.filter(({ paid }) => paid).length
  expect(await stockOf(shop, part)).toEqual({ onHand: 100_000, reserved: kept * 10 })
  await closeBooks(shop, counts.cancelAgainstPay)
})

test('who begins to pay while he cancels does not pay for nothing', async () => {
  const part = await addPart(shop, { stock: 100_000 })
  const orders = await inCompany(counts.cancelAgainstPay, CUSTOMERS, async (n) => {
    const { call, email } = customerOf(n)
    const id = await placeOrder(call, part, 10)
    const [, begun] = await Promise.all([
      call('DELETE', `/booking/${id}?client=${email}`),
      call('POST', '/create-payment-intent', { totalPrice: 25, bookingId: id }),
    ])
    if (begun.status === 200) await cards.pay(begun.body.clientSecret)
    return { id, call }
  })
  await delivered()
  for (const { id, call } of orders) {
    const { body } = await call('GET', `/booking/${id}`)
    expect(await takenFor(id)).toHaveLength(body.paid ? 1 : 0)
  }
  await closeBooks(shop, counts.cancelAgainstPay)
})

test('the browser’s report and the provider’s word that come at once settle once', async () => {
  const part = await addPart(shop, { stock: 100_000 })
  await cards.set({ webhookDelayMs: 0, doubleWebhooks: true })
  const outcomes = await inCompany(counts.reportAgainstWebhook, CUSTOMERS, async (n) => {
    const { call } = customerOf(n)
    const id = await placeOrder(call, part, 10)
    await cards.pay(await beginPayment(call, id))
    const reports = await Promise.all([
      call('PATCH', `/booking/${id}`, {}),
      call('PATCH', `/booking/${id}`, {}),
    ])
    const settledHere = reports.filter(({ body }) => body.modifiedCount === 1).length
    expect(settledHere).toBeLessThanOrEqual(1)
    const { body } = await call('GET', `/booking/${id}`)
    expect(body).toMatchObject({ paid: true, status: 'Paid' })
    return id
  })
  await delivered()
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from pgboss.job
    where name = 'mail' and data ->> 'kind' = 'order-paid'
      and data ->> 'orderId' = any(${outcomes})`.execute(shop.db)
  expect(rows).toEqual([{ mails: counts.reportAgainstWebhook }])
  await closeBooks(shop, counts.reportAgainstWebhook)
})

test('two tabs that pay one order at the same moment charge once', async () => {
  const part = await addPart(shop, { stock: 100_000 })
  await inCompany(counts.tabs, 4, async (n) => {
    const { call } = customerOf(n)
    const id = await placeOrder(call, part, 10)
    const inTab = async () => {
      const secret = await beginPayment(call, id)
      const paid = await cards.pay(secret)
      await call('PATCH', `/booking/${id}`, {})
      return { secret, paid }
    }
    // A tab that comes late finds the order paid, and is told so.
    const tabs = await Promise.allSettled([inTab(), inTab(), inTab()])
    const secrets = tabs.flatMap((tab) => (tab.status === 'fulfilled' ? tab.value.secret : []))
    expect(new Set(secrets).size).toBe(1)
    expect(await takenFor(id)).toHaveLength(1)
    expect((await call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  })
  await delivered()
  await closeBooks(shop, counts.tabs)
})

test('a price that changes and a part that is deleted in mid-payment change nothing of the order', async () => {
  await inCompany(counts.changedInMidPayment, 4, async (n) => {
    const { call } = customerOf(n)
    const part = await addPart(shop, { stock: 100, cents: 250, name: 'Chain 10-speed' })
    const id = await placeOrder(call, part, 10)
    const secret = await beginPayment(call, id)
    await Promise.all([
      cards.pay(secret),
      shop.db
        .updateTable('parts')
        .set({ unit_price_cents: 9_900, name: 'Chain 12-speed', minimum_order: 50 })
        .where('id', '=', part)
        .execute(),
      admin.call('DELETE', `/part/${part}`),
    ])
    await call('PATCH', `/booking/${id}`, {})
    expect((await call('GET', `/booking/${id}`)).body).toMatchObject({
      status: 'Paid',
      totalPrice: 25,
      productName: 'Chain 10-speed',
    })
    expect(await takenFor(id)).toMatchObject([{ amount_received: 2500 }])
    expect((await admin.call('PATCH', `/shipped/${id}`)).body).toEqual({ modifiedCount: 1 })
    expect(await stockOf(shop, part)).toEqual({ onHand: 90, reserved: 0 })
  })
  await delivered()
  await closeBooks(shop, counts.changedInMidPayment)
})
