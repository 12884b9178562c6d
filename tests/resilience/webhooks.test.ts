import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardClient, createCardClient, parseIntentId } from '../support/shop/cards.ts'
import { placeOrder, startPayment } from '../support/shop/orders.ts'
import { startTestShop, type TestShop } from '../support/shop/shop.ts'
import {
  createEvent,
  createSucceededEvent,
  postEvent,
  signPayload,
} from '../support/shop/webhook-events.ts'
import {
  createFixture,
  extendTestTimeouts,
  type Fixture,
  finishScenario,
  runConcurrently,
  scale,
} from './fixture.ts'

extendTestTimeouts()

const HOUR_MS = 3_600_000

let shop: TestShop
let cards: CardClient
let fixture: Fixture

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = createCardClient(shop)
  await cards.setFaults({ holdWebhooks: true })
  fixture = await createFixture(shop)
})
afterAll(() => shop.close())

/** Lists all events of one payment in order, created an hour ago. */
function listEvents(intent: string): string[] {
  const intentFields = { object: 'payment_intent', id: intent }
  const created = Math.floor((Date.now() - HOUR_MS) / 1000)
  return ['created', 'requires_action', 'payment_failed', 'processing', 'succeeded', 'canceled']
    .map((kind) => createEvent(`payment_intent.${kind}`, { ...intentFields, created }))
    .concat(createEvent('charge.succeeded', { object: 'charge', payment_intent: intent, created }))
}

function shuffle<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, index: randomInt(1_000_000) }))
    .sort((a, b) => a.index - b.index)
    .map(({ item }) => item)
}

/** Sends all events several times, an hour late, in random order and concurrently. */
async function sendShuffledEvents(intent: string) {
  const events = listEvents(intent)
  const responses = await Promise.all(
    shuffle([...events, ...events, ...events.toReversed()]).map((payload) =>
      postEvent(shop.url, payload, signPayload(payload)),
    ),
  )
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
}

async function startOrder() {
  const customer = await fixture.addCustomer()
  const id = await placeOrder(customer.call, fixture.part)
  const secret = await startPayment(customer.call, id)
  return { customer, id, secret, intent: parseIntentId(secret) }
}

const readStatus = async ({ customer, id }: Awaited<ReturnType<typeof startOrder>>) =>
  (await customer.call('GET', `/booking/${id}`)).body.status

test('settles a paid order once despite duplicate, out-of-order and late events', async () => {
  await runConcurrently(scale.webhookOrders, 4, async () => {
    const order = await startOrder()
    await cards.pay(order.secret)
    await sendShuffledEvents(order.intent)
    expect(await readStatus(order)).toBe('Paid')
  })
  await finishScenario(shop, scale.webhookOrders)
})

test('keeps unpaid, shipped and cancelled orders unchanged after duplicate, out-of-order and late events', async () => {
  await runConcurrently(scale.webhookOrders, 4, async () => {
    const [unpaid, shipped, cancelled] = [
      await startOrder(),
      await startOrder(),
      await startOrder(),
    ]
    await cards.pay(shipped.secret)
    await shipped.customer.call('PATCH', `/booking/${shipped.id}`, {})
    await fixture.admin.call('PATCH', `/shipped/${shipped.id}`)
    const { call, email } = cancelled.customer
    await call('DELETE', `/booking/${cancelled.id}?client=${email}`)
    await Promise.all([unpaid, shipped, cancelled].map(({ intent }) => sendShuffledEvents(intent)))
    expect(await readStatus(unpaid)).toBe('Pending')
    expect(await readStatus(shipped)).toBe('Shipped')
    expect(await readStatus(cancelled)).toBe(404)
  })
  await finishScenario(shop, scale.webhookOrders * 3)
})

test('refuses events that are unsigned, altered or too old', async () => {
  const order = await startOrder()
  await cards.pay(order.secret)
  const oldTimestamp = Math.floor(Date.now() / 1000) - 301
  await runConcurrently(scale.webhookOrders, 4, async () => {
    const payload = createSucceededEvent(order.intent)
    const index = randomInt(payload.length)
    const replacement = payload[index] === '0' ? '1' : '0'
    const altered = payload.slice(0, index) + replacement + payload.slice(index + 1)
    for (const [body, signature] of [
      [payload, undefined],
      [altered, signPayload(payload)],
      [payload, signPayload(payload, { timestamp: oldTimestamp })],
      [payload, signPayload(payload).replace(/^t=\d+/, `t=${oldTimestamp + 300}`)],
      [payload, signPayload(payload, { secret: 'whsec_of_another_account' })],
    ] as const) {
      expect((await postEvent(shop.url, body, signature)).status).toBe(400)
    }
  })
  expect(await readStatus(order)).toBe('Pending')
  const payload = createSucceededEvent(order.intent)
  expect((await postEvent(shop.url, payload, signPayload(payload))).status).toBe(200)
  expect(await readStatus(order)).toBe('Paid')
  await finishScenario(shop, scale.webhookOrders * 5)
})
