import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cards, cardsOf } from '../support/shop/cards.ts'
import { eventOf, postEvent, signed, succeeded } from '../support/shop/events.ts'
import { beginPayment, placeOrder } from '../support/shop/orders.ts'
import { startTestShop, type TestShop } from '../support/shop/shop.ts'
import { closeBooks } from './close-books.ts'
import { counts } from './counts.ts'
import { inCompany } from './in-company.ts'
import { takeTime } from './patience.ts'
import { type Scene, setScene } from './scene.ts'

takeTime()

const HOUR_MS = 3_600_000

let shop: TestShop
let cards: Cards
let scene: Scene

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = cardsOf(shop)
  await cards.set({ holdWebhooks: true })
  scene = await setScene(shop)
})
afterAll(() => shop.close())

const intentOf = (secret: string) => secret.split('_secret_')[0] as string

/** All that the provider may say of one payment, in the right order, told an hour ago. */
function lifeOf(intent: string): string[] {
  const about = { object: 'payment_intent', id: intent }
  const created = Math.floor((Date.now() - HOUR_MS) / 1000)
  return ['created', 'requires_action', 'payment_failed', 'processing', 'succeeded', 'canceled']
    .map((kind) => eventOf(`payment_intent.${kind}`, { ...about, created }))
    .concat(eventOf('charge.succeeded', { object: 'charge', payment_intent: intent, created }))
}

function shuffled<T>(all: T[]): T[] {
  return all
    .map((one) => ({ one, at: randomInt(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Everything twice, an hour late, in the wrong order and all at once. */
async function tellWildly(intent: string) {
  const events = lifeOf(intent)
  const answers = await Promise.all(
    shuffled([...events, ...events, ...events.toReversed()]).map((payload) =>
      postEvent(shop.url, payload, signed(payload)),
    ),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
}

async function begun() {
  const customer = await scene.newCustomer()
  const id = await placeOrder(customer.call, scene.part)
  const secret = await beginPayment(customer.call, id)
  return { customer, id, secret, intent: intentOf(secret) }
}

const statusOf = async ({ customer, id }: Awaited<ReturnType<typeof begun>>) =>
  (await customer.call('GET', `/booking/${id}`)).body.status

test('events doubled, reversed and an hour late settle what is paid, once', async () => {
  await inCompany(counts.webhooksAtRandom, 4, async () => {
    const order = await begun()
    await cards.pay(order.secret)
    await tellWildly(order.intent)
    expect(await statusOf(order)).toBe('Paid')
  })
  await closeBooks(shop, counts.webhooksAtRandom)
})

test('such events about an order that is unpaid, shipped or cancelled change nothing of it', async () => {
  await inCompany(counts.webhooksAtRandom, 4, async () => {
    const [unpaid, shipped, cancelled] = [await begun(), await begun(), await begun()]
    await cards.pay(shipped.secret)
    await shipped.customer.call('PATCH', `/booking/${shipped.id}`, {})
    await scene.admin.call('PATCH', `/shipped/${shipped.id}`)
    const { call, email } = cancelled.customer
    await call('DELETE', `/booking/${cancelled.id}?client=${email}`)
    await Promise.all([unpaid, shipped, cancelled].map(({ intent }) => tellWildly(intent)))
    expect(await statusOf(unpaid)).toBe('Pending')
    expect(await statusOf(shipped)).toBe('Shipped')
    expect(await statusOf(cancelled)).toBe(404)
  })
  await closeBooks(shop, counts.webhooksAtRandom * 3)
})

test('events that are unsigned, altered anywhere or too old are refused', async () => {
  const order = await begun()
  await cards.pay(order.secret)
  const old = Math.floor(Date.now() / 1000) - 301
  await inCompany(counts.webhooksAtRandom, 4, async () => {
    const payload = succeeded(order.intent)
    const at = randomInt(payload.length)
    const other = payload[at] === '0' ? '1' : '0'
    const altered = payload.slice(0, at) + other + payload.slice(at + 1)
    for (const [body, signature] of [
      [payload, undefined],
      [altered, signed(payload)],
      [payload, signed(payload, { timestamp: old })],
      [payload, signed(payload).replace(/^t=\d+/, `t=${old + 300}`)],
      [payload, signed(payload, { secret: 'whsec_of_somebody_else' })],
    ] as const) {
      expect((await postEvent(shop.url, body, signature)).status).toBe(400)
    }
  })
  expect(await statusOf(order)).toBe('Pending')
  const payload = succeeded(order.intent)
  expect((await postEvent(shop.url, payload, signed(payload))).status).toBe(200)
  expect(await statusOf(order)).toBe('Paid')
  await closeBooks(shop, counts.webhooksAtRandom * 5)
})
