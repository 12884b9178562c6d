import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cardsAt, checkBooks } from '../../../tests/support/shop/books.ts'
import { type Cards, cardsOf } from '../../../tests/support/shop/cards.ts'
import { beginPayment, placeOrder, placePaidOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { testSettings } from '../../../tests/support/shop/settings.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { closeIntent } from './close-intent.ts'
import { ProviderRefused } from './provider/provider.ts'

const HOUR_MS = 3_600_000

let shop: TestShop
let cards: Cards
let customer: Person
let admin: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
  cards = cardsOf(shop)
  customer = await addCustomer(shop)
  admin = await addAdmin(shop)
  part = await addPart(shop, { stock: 100_000, minimum: 1 })
  await cards.set({ holdWebhooks: true })
})
afterEach(() => checkBooks(shop))
afterAll(() => shop.close())

const stripe = new Stripe(testSettings.STRIPE_SECRET_KEY)
const intentOf = (secret: string) => secret.split('_secret_')[0] as string
const order = async (id: string) => (await customer.call('GET', `/booking/${id}`)).body

/** What the provider would say of an intent, properly signed. */
async function tell(type: string, object: object, { at = Date.now(), signedAt = Date.now() } = {}) {
  const payload = JSON.stringify({
    id: `evt_${randomBytes(8).toString('hex')}`,
    object: 'event',
    created: Math.floor(at / 1000),
    type,
    data: { object },
  })
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: testSettings.STRIPE_WEBHOOK_SECRET,
    timestamp: Math.floor(signedAt / 1000),
  })
  return shop.visit('POST', '/api/webhooks/stripe', payload, { 'stripe-signature': signature })
}

const succeeded = (intent: string, more: object = {}) =>
  ['payment_intent.succeeded', { object: 'payment_intent', id: intent, ...more }] as const

const alter = (intent: string, changes: Record<string, string>) =>
  cards.ask('POST', `/payment_intents/${intent}`, changes)

const refundsOf = async (intent: string) =>
  (await cards.refunds()).filter(({ payment_intent }) => payment_intent === intent)

/** A small order with its payment, and a large one that waits for its own. */
async function smallAndLarge(small = 1, large = 1000) {
  const [smallId, largeId] = [
    await placeOrder(customer.call, part, small),
    await placeOrder(customer.call, part, large),
  ]
  const intent = intentOf(await beginPayment(customer.call, smallId))
  return { small: smallId, large: largeId, intent }
}

const payIntent = (intent: string) =>
  cards.ask('POST', `/payment_intents/${intent}/confirm`, { payment_method: 'pm_card_visa' })

test('an event that names another order than its payment’s is not believed', async () => {
  const { small, large, intent } = await smallAndLarge()
  await payIntent(intent)
  const lie = { metadata: { orderId: large }, amount: 250_000, amount_received: 250_000 }
  expect((await tell(...succeeded(intent, lie))).status).toBe(200)
  expect((await order(small)).status).toBe('Paid')
  expect((await order(large)).status).toBe('Pending')
})

test('a small order’s payment that is aimed at a large one pays neither, and goes back', async () => {
  const { small, large, intent } = await smallAndLarge()
  await alter(intent, { 'metadata[orderId]': large })
  await payIntent(intent)
  await tell(...succeeded(intent))
  for (const id of [small, large]) expect((await order(id)).status).toBe('Pending')
  expect(await refundsOf(intent)).toHaveLength(1)
})

test('a payment that is aimed at another order of the same total pays neither, and goes back', async () => {
  const { small, large, intent } = await smallAndLarge(10, 10)
  await alter(intent, { 'metadata[orderId]': large })
  await payIntent(intent)
  await tell(...succeeded(intent))
  for (const id of [small, large]) expect((await order(id)).status).toBe('Pending')
  expect(await refundsOf(intent)).toHaveLength(1)
  for (const id of [small, large]) {
    await cards.pay(await beginPayment(customer.call, id))
    expect((await customer.call('PATCH', `/booking/${id}`, {})).body).toEqual({ modifiedCount: 1 })
  }
})

test.each<[string, Record<string, string>]>([
  ['a smaller amount', { amount: '50' }],
  ['a larger amount', { amount: '99999' }],
  ['another currency', { currency: 'jpy' }],
  ['no order', { 'metadata[orderId]': '' }],
  ['an order that is none', { 'metadata[orderId]': 'the large one' }],
])('a payment that was altered to be of %s pays nothing, and goes back', async (_, changes) => {
  const { small, large, intent } = await smallAndLarge(100)
  await alter(intent, changes)
  await payIntent(intent)
  await tell(...succeeded(intent))
  await customer.call('PATCH', `/booking/${small}`, {})
  for (const id of [small, large]) expect((await order(id)).status).toBe('Pending')
  expect(await refundsOf(intent)).toHaveLength(1)
})

test('an altered payment that is not paid yet is closed, and the customer gets a new one', async () => {
  const { small, large, intent } = await smallAndLarge()
  await alter(intent, { 'metadata[orderId]': large })
  await customer.call('PATCH', `/booking/${small}`, {})
  expect((await payIntent(intent)) as object).toHaveProperty('error')
  expect(intentOf(await beginPayment(customer.call, small))).not.toBe(intent)
})

test.each<Record<string, string>>([{ amount: '100' }, { currency: 'eur' }])(
  'a customer is never led to a payment that was altered to %o',
  async (changes) => {
    const { small, intent } = await smallAndLarge(100)
    await alter(intent, changes)
    const next = intentOf(await beginPayment(customer.call, small))
    expect(next).not.toBe(intent)
    expect((await payIntent(intent)) as object).toHaveProperty('error')
  },
)

test('an order can be cancelled although money came by an altered payment', async () => {
  const { small, intent } = await smallAndLarge(100)
  await alter(intent, { amount: '99999' })
  await payIntent(intent)
  expect((await admin.call('DELETE', `/booking/${small}`)).body).toEqual({ deletedCount: 1 })
  expect(await refundsOf(intent)).toHaveLength(1)
})

test('where such money cannot go back, the order is not cancelled, and nothing is stuck half-way', async () => {
  const { small, intent } = await smallAndLarge(100)
  await alter(intent, { amount: '99999' })
  await payIntent(intent)
  const deps = { db: shop.db, queueMail: async () => {}, partsChanged: () => {} }
  const provider = {
    ...cardsAt(shop.sandbox?.url as string),
    refundIntent: () => Promise.reject(new ProviderRefused('It is disputed.')),
  }
  const closeRefused = (id: string) => closeIntent({ ...deps, cards: provider }, id)
  const who = { byUser: admin.id, ownOnly: false }
  expect(await cancelOrder({ ...deps, closeIntent: closeRefused }, small, who)).toMatchObject({
    refused: 'refund_refused',
    detail: 'It is disputed.',
  })
  const history = await admin.call('GET', `/api/orders/${small}`)
  expect(history.body.steps.at(-1).kind).toBe('cancellation_withdrawn')
  await admin.call('POST', `/api/orders/${small}/repair`)
})

test('a paid payment does not pay a second order', async () => {
  const paid = await placePaidOrder(customer.call, cards, part, 10)
  const [intent] = await cards.intentsOf(paid)
  const next = await placeOrder(customer.call, part, 10)
  const id = intent?.id as string
  await alter(id, { 'metadata[orderId]': next })
  await tell(...succeeded(id, { metadata: { orderId: next } }))
  const claim = { bookingId: next, transactionId: id, totalPrice: 25 }
  expect((await customer.call('PATCH', `/booking/${next}`, claim)).body).toEqual({
    modifiedCount: 0,
  })
  expect((await order(next)).status).toBe('Pending')
  expect((await order(paid)).status).toBe('Paid')
  await alter(id, { 'metadata[orderId]': paid })
})

test('money that has gone back pays nothing', async () => {
  const { small, intent } = await smallAndLarge(10)
  await payIntent(intent)
  await cards.ask('POST', '/refunds', { payment_intent: intent })
  await tell(...succeeded(intent))
  expect((await order(small)).status).toBe('Pending')
  expect(await refundsOf(intent)).toHaveLength(1)
})

/** Makes a payment at the provider that the shop did not ask for, and pays it. Returns its id. */
async function payUnasked(orderId: string, amount: string, currency = 'usd') {
  const { id } = await cards.ask<{ id: string }>('POST', '/payment_intents', {
    ...{ amount, currency, 'metadata[orderId]': orderId },
    ...{ confirm: 'true', payment_method: 'pm_card_visa', return_url: 'https://shop.example' },
  })
  return id
}

test.each([
  ['a cent too little', '2499', 'usd'],
  ['a cent too much', '2501', 'usd'],
  ['the amount in another currency', '2500', 'eur'],
])(
  'an unasked payment of %s does not pay its order, and goes back',
  async (_, amount, currency) => {
    const id = await placeOrder(customer.call, part, 10)
    const intent = await payUnasked(id, amount, currency)
    for (let times = 0; times < 2; times += 1) {
      expect((await tell(...succeeded(intent))).status).toBe(200)
      expect((await order(id)).status).toBe('Pending')
    }
    expect(await refundsOf(intent)).toMatchObject([{ amount: Number(amount) }])
  },
)

test.each(['', 'x', '00000000-0000-0000-0000-000000000000', "'; drop table orders; --"])(
  'an unasked payment for the order %j pays nothing',
  async (orderId) => {
    const id = await placeOrder(customer.call, part, 10)
    const intent = await payUnasked(orderId, '2500')
    expect((await tell(...succeeded(intent))).status).toBe(200)
    expect((await order(id)).status).toBe('Pending')
    expect(await refundsOf(intent)).toEqual([])
    // Staff give back a payment without an order by hand.
    await cards.ask('POST', '/refunds', { payment_intent: intent })
  },
)

test('an event that comes an hour late, signed anew, still counts', async () => {
  const { small, intent } = await smallAndLarge()
  await payIntent(intent)
  const created = { at: Date.now() - HOUR_MS }
  expect((await tell(...succeeded(intent), created)).status).toBe(200)
  expect((await order(small)).status).toBe('Paid')
})

test('an event whose signature is an hour old does not', async () => {
  const { small, intent } = await smallAndLarge()
  await payIntent(intent)
  expect((await tell(...succeeded(intent), { signedAt: Date.now() - HOUR_MS })).status).toBe(400)
  expect((await order(small)).status).toBe('Pending')
  await tell(...succeeded(intent))
})

test('events in the wrong order, each twice, come to the same', async () => {
  const id = await placeOrder(customer.call, part, 10)
  const intent = intentOf(await beginPayment(customer.call, id))
  await payIntent(intent)
  await admin.call('POST', `/api/orders/${id}/repair`)
  await admin.call('POST', `/api/orders/${id}/refund`)
  const story = ['created', 'payment_failed', 'processing', 'succeeded', 'canceled']
  for (const kind of story.toReversed()) {
    const event = [`payment_intent.${kind}`, { object: 'payment_intent', id: intent }] as const
    const answers = await Promise.all([tell(...event), tell(...event)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  }
  expect((await admin.call('GET', `/api/orders/${id}`)).body.stage).toBe('Refunded')
  expect(await refundsOf(intent)).toHaveLength(1)
})
