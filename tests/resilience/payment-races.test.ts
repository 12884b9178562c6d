import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { webhooks } from '../../server/platform/metrics/metrics.ts'
import { type CardClient, createCardClient } from '../support/shop/cards.ts'
import { placeOrder, startPayment } from '../support/shop/orders.ts'
import { addPart, readStock } from '../support/shop/parts.ts'
import { startTestShop, type TestShop } from '../support/shop/shop.ts'
import { addAdmin, addUsers, type TestUser } from '../support/shop/users.ts'
import { waitUntil } from '../support/wait-until.ts'
import {
  extendTestTimeouts,
  finishScenario,
  RECOVERY_TIMEOUT_MS,
  runConcurrently,
  scale,
} from './fixture.ts'

extendTestTimeouts()

const CUSTOMERS = 20

let shop: TestShop
let cards: CardClient
let customers: TestUser[]
let admin: TestUser

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
  cards = createCardClient(shop)
  customers = await addUsers(shop, CUSTOMERS)
  admin = await addAdmin(shop)
})
afterEach(() => cards.clearFaults())
afterAll(() => shop.close())

const customerOf = (n: number) => customers[n % CUSTOMERS] as TestUser

const waitForWebhooks = () =>
  waitUntil(
    'all webhooks are delivered',
    async () => (await cards.webhooks()).every(({ deliveredAt }) => deliveredAt !== null),
    RECOVERY_TIMEOUT_MS,
  )

async function countSettledByWebhook(): Promise<number> {
  const { values } = await webhooks.get()
  return values.find(({ labels }) => labels.outcome === 'settled')?.value ?? 0
}

async function listCharges(id: string) {
  return (await cards.intentsOf(id)).filter(({ amount_received }) => amount_received > 0)
}

test('accepts either a cancellation or a payment if both are sent concurrently', async () => {
  const part = await addPart(shop, { stock: 100_000 })
  const results = await runConcurrently(scale.cancelDuringPayment, CUSTOMERS, async (n) => {
    const { call, email } = customerOf(n)
    const id = await placeOrder(call, part, 10)
    const secret = await startPayment(call, id)
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
  await waitForWebhooks()
  for (const { cancelled, paid, id, n } of results) {
    const order = await customerOf(n).call('GET', `/booking/${id}`)
    expect([cancelled, paid]).toEqual([!paid, !cancelled])
    expect([order.status, order.body.status]).toEqual(cancelled ? [404, 404] : [200, 'Paid'])
  }
  const paidCount = results.filter(({ paid }) => paid).length
  expect(await readStock(shop, part)).toEqual({ onHand: 100_000, reserved: paidCount * 10 })
  await finishScenario(shop, scale.cancelDuringPayment)
})

test('charges nothing for an order that is cancelled while its payment starts', async () => {
  const part = await addPart(shop, { stock: 100_000 })
  const orders = await runConcurrently(scale.cancelDuringPayment, CUSTOMERS, async (n) => {
    const { call, email } = customerOf(n)
    const id = await placeOrder(call, part, 10)
    const [, payment] = await Promise.all([
      call('DELETE', `/booking/${id}?client=${email}`),
      call('POST', '/create-payment-intent', { totalPrice: 25, bookingId: id }),
    ])
    if (payment.status === 200) await cards.pay(payment.body.clientSecret)
    return { id, call }
  })
  await waitForWebhooks()
  for (const { id, call } of orders) {
    const { body } = await call('GET', `/booking/${id}`)
    expect(await listCharges(id)).toHaveLength(body.paid ? 1 : 0)
  }
  await finishScenario(shop, scale.cancelDuringPayment)
})

test('settles a payment once for concurrent webhooks and reports of the browser', async () => {
  const part = await addPart(shop, { stock: 100_000 })
  await cards.setFaults({ webhookDelayMs: 0, doubleWebhooks: true })
  const settledBefore = await countSettledByWebhook()
  const results = await runConcurrently(scale.reportDuringWebhook, CUSTOMERS, async (n) => {
    const { call } = customerOf(n)
    const id = await placeOrder(call, part, 10)
    await cards.pay(await startPayment(call, id))
    const reports = await Promise.all([
      call('PATCH', `/booking/${id}`, {}),
      call('PATCH', `/booking/${id}`, {}),
    ])
    const { body } = await call('GET', `/booking/${id}`)
    expect(body).toMatchObject({ paid: true, status: 'Paid' })
    return { id, settledCount: reports.filter(({ body }) => body.modifiedCount === 1).length }
  })
  await waitForWebhooks()
  const settledByReport = results.reduce((sum, { settledCount }) => sum + settledCount, 0)
  const settledByWebhook = (await countSettledByWebhook()) - settledBefore
  expect(settledByReport + settledByWebhook).toBe(scale.reportDuringWebhook)
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from pgboss.job
    where name = 'mail' and data ->> 'kind' = 'order-paid'
      and data ->> 'orderId' = any(${results.map(({ id }) => id)})`.execute(shop.db)
  expect(rows).toEqual([{ mails: scale.reportDuringWebhook }])
  await finishScenario(shop, scale.reportDuringWebhook)
})

test('charges once when several tabs pay one order concurrently', async () => {
  const part = await addPart(shop, { stock: 100_000 })
  await runConcurrently(scale.tabs, 4, async (n) => {
    const { call } = customerOf(n)
    const id = await placeOrder(call, part, 10)
    const payInTab = async () => {
      const secret = await startPayment(call, id)
      const paid = await cards.pay(secret)
      await call('PATCH', `/booking/${id}`, {})
      return { secret, paid }
    }
    // A late tab is refused because the order is paid.
    const tabResults = await Promise.allSettled([payInTab(), payInTab(), payInTab()])
    const secrets = tabResults.flatMap((result) =>
      result.status === 'fulfilled' ? result.value.secret : [],
    )
    expect(new Set(secrets).size).toBe(1)
    expect(await listCharges(id)).toHaveLength(1)
    expect((await call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  })
  await waitForWebhooks()
  await finishScenario(shop, scale.tabs)
})

test('keeps an order unchanged when its part is changed and deleted during the payment', async () => {
  await runConcurrently(scale.changedDuringPayment, 4, async (n) => {
    const { call } = customerOf(n)
    const part = await addPart(shop, { stock: 100, cents: 250, name: 'Chain 10-speed' })
    const id = await placeOrder(call, part, 10)
    const secret = await startPayment(call, id)
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
    expect(await listCharges(id)).toMatchObject([{ amount_received: 2500 }])
    expect((await admin.call('PATCH', `/shipped/${id}`)).body).toEqual({ modifiedCount: 1 })
    expect(await readStock(shop, part)).toEqual({ onHand: 90, reserved: 0 })
  })
  await waitForWebhooks()
  await finishScenario(shop, scale.changedDuringPayment)
})
