import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createCardClient, parseIntentId } from '../../../tests/support/shop/cards.ts'
import { createCardProvider, expectConsistentLedger } from '../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { testSettings } from '../../../tests/support/shop/settings.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { ProviderRefused } from './card-provider/provider.ts'
import { closeIntent } from './close-intent.ts'

const HOUR_MS = 3_600_000

const shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const admin = await addAdmin(shop)
const part = await addPart(shop, { stock: 100_000, minimum: 1 })
await cards.setFaults({ holdWebhooks: true })
afterEach(() => expectConsistentLedger(shop))
afterAll(() => shop.close())

const stripe = new Stripe(testSettings.STRIPE_SECRET_KEY)
const order = async (id: string) => (await customer.call('GET', `/booking/${id}`)).body

/** Sends a correctly signed event of the provider. */
async function sendEvent(
  type: string,
  object: object,
  { at = Date.now(), signedAt = Date.now() } = {},
) {
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
  return shop.call('POST', '/api/webhooks/stripe', payload, { 'stripe-signature': signature })
}

const succeeded = (intent: string, more: object = {}) =>
  ['payment_intent.succeeded', { object: 'payment_intent', id: intent, ...more }] as const

const alter = (intent: string, changes: Record<string, string>) =>
  cards.callApi('POST', `/payment_intents/${intent}`, changes)

const refundsOf = async (intent: string) =>
  (await cards.refunds()).filter(({ payment_intent }) => payment_intent === intent)

/** Places a small order with a payment, and a large unpaid one. */
async function placeSmallAndLarge(small = 1, large = 1000) {
  const [smallId, largeId] = [
    await placeOrder(customer.call, part, small),
    await placeOrder(customer.call, part, large),
  ]
  const intent = parseIntentId(await startPayment(customer.call, smallId))
  return { small: smallId, large: largeId, intent }
}

const payIntent = (intent: string) =>
  cards.callApi('POST', `/payment_intents/${intent}/confirm`, { payment_method: 'pm_card_visa' })

test('ignores the order id in an event', async () => {
  const { small, large, intent } = await placeSmallAndLarge()
  await payIntent(intent)
  const forged = { metadata: { orderId: large }, amount: 250_000, amount_received: 250_000 }
  expect((await sendEvent(...succeeded(intent, forged))).status).toBe(200)
  expect((await order(small)).status).toBe('Paid')
  expect((await order(large)).status).toBe('Pending')
})

test('refunds a payment that was altered to name a larger order, and pays neither order', async () => {
  const { small, large, intent } = await placeSmallAndLarge()
  await alter(intent, { 'metadata[orderId]': large })
  await payIntent(intent)
  await sendEvent(...succeeded(intent))
  for (const id of [small, large]) expect((await order(id)).status).toBe('Pending')
  expect(await refundsOf(intent)).toHaveLength(1)
})

test('refunds a payment whose order id was changed to another order with the same total, and marks neither as paid', async () => {
  const { small, large, intent } = await placeSmallAndLarge(10, 10)
  await alter(intent, { 'metadata[orderId]': large })
  await payIntent(intent)
  await sendEvent(...succeeded(intent))
  for (const id of [small, large]) expect((await order(id)).status).toBe('Pending')
  expect(await refundsOf(intent)).toHaveLength(1)
  for (const id of [small, large]) {
    await cards.pay(await startPayment(customer.call, id))
    expect((await customer.call('PATCH', `/booking/${id}`, {})).body).toEqual({ modifiedCount: 1 })
  }
})

test.each<[string, Record<string, string>]>([
  ['a smaller amount', { amount: '50' }],
  ['a larger amount', { amount: '99999' }],
  ['another currency', { currency: 'jpy' }],
  ['no order', { 'metadata[orderId]': '' }],
  ['an invalid order id', { 'metadata[orderId]': 'the large one' }],
])('refunds a payment that was altered to have %s, and pays nothing', async (_, changes) => {
  const { small, large, intent } = await placeSmallAndLarge(100)
  await alter(intent, changes)
  await payIntent(intent)
  await sendEvent(...succeeded(intent))
  await customer.call('PATCH', `/booking/${small}`, {})
  for (const id of [small, large]) expect((await order(id)).status).toBe('Pending')
  expect(await refundsOf(intent)).toHaveLength(1)
})

test('cancels an altered unpaid payment and creates a new one', async () => {
  const { small, large, intent } = await placeSmallAndLarge()
  await alter(intent, { 'metadata[orderId]': large })
  await customer.call('PATCH', `/booking/${small}`, {})
  expect((await payIntent(intent)) as object).toHaveProperty('error')
  expect(parseIntentId(await startPayment(customer.call, small))).not.toBe(intent)
})

test.each<Record<string, string>>([{ amount: '100' }, { currency: 'eur' }])(
  'does not reuse a payment that was altered to %o',
  async (changes) => {
    const { small, intent } = await placeSmallAndLarge(100)
    await alter(intent, changes)
    const next = parseIntentId(await startPayment(customer.call, small))
    expect(next).not.toBe(intent)
    expect((await payIntent(intent)) as object).toHaveProperty('error')
  },
)

test('cancels an order after refunding its altered payment', async () => {
  const { small, intent } = await placeSmallAndLarge(100)
  await alter(intent, { amount: '99999' })
  await payIntent(intent)
  expect((await admin.call('DELETE', `/booking/${small}`)).body).toEqual({ deletedCount: 1 })
  expect(await refundsOf(intent)).toHaveLength(1)
})

test('withdraws a cancellation when an altered payment cannot be refunded', async () => {
  const { small, intent } = await placeSmallAndLarge(100)
  await alter(intent, { amount: '99999' })
  await payIntent(intent)
  const deps = { db: shop.db, queueMail: async () => {}, partsChanged: () => {} }
  const provider = {
    ...createCardProvider(shop.sandbox?.url as string),
    refundIntent: () => Promise.reject(new ProviderRefused('It is disputed.')),
  }
  const closeRefused = (id: string) => closeIntent({ ...deps, cards: provider }, id)
  const actor = { id: admin.id, role: 'admin' } as const
  expect(await cancelOrder({ ...deps, closeIntent: closeRefused }, small, actor)).toMatchObject({
    refused: 'refund_refused',
    detail: 'It is disputed.',
  })
  const history = await admin.call('GET', `/api/orders/${small}`)
  expect(history.body.steps.at(-1).kind).toBe('cancellation_withdrawn')
  await admin.call('POST', `/api/orders/${small}/repair`)
})

test('one payment pays only one order', async () => {
  const paid = await placePaidOrder(customer.call, cards, part, 10)
  const [intent] = await cards.intentsOf(paid)
  const next = await placeOrder(customer.call, part, 10)
  const id = intent?.id as string
  await alter(id, { 'metadata[orderId]': next })
  await sendEvent(...succeeded(id, { metadata: { orderId: next } }))
  const claim = { bookingId: next, transactionId: id, totalPrice: 25 }
  expect((await customer.call('PATCH', `/booking/${next}`, claim)).body).toEqual({
    modifiedCount: 0,
  })
  expect((await order(next)).status).toBe('Pending')
  expect((await order(paid)).status).toBe('Paid')
  await alter(id, { 'metadata[orderId]': paid })
})

test('a refunded payment pays no order', async () => {
  const { small, intent } = await placeSmallAndLarge(10)
  await payIntent(intent)
  await cards.callApi('POST', '/refunds', { payment_intent: intent })
  await sendEvent(...succeeded(intent))
  expect((await order(small)).status).toBe('Pending')
  expect(await refundsOf(intent)).toHaveLength(1)
})

/** Creates and pays a payment that the server did not request. Returns its id. */
async function payUnrequested(orderId: string, amount: string, currency = 'usd') {
  const { id } = await cards.callApi<{ id: string }>('POST', '/payment_intents', {
    amount,
    currency,
    'metadata[orderId]': orderId,
    confirm: 'true',
    payment_method: 'pm_card_visa',
  })
  return id
}

test.each([
  ['a cent less than the total', '2499', 'usd'],
  ['a cent more than the total', '2501', 'usd'],
  ['the total in another currency', '2500', 'eur'],
])(
  'refunds a payment of %s, if the shop did not create the payment',
  async (_, amount, currency) => {
    const id = await placeOrder(customer.call, part, 10)
    const intent = await payUnrequested(id, amount, currency)
    for (let times = 0; times < 2; times += 1) {
      expect((await sendEvent(...succeeded(intent))).status).toBe(200)
      expect((await order(id)).status).toBe('Pending')
    }
    expect(await refundsOf(intent)).toMatchObject([{ amount: Number(amount) }])
  },
)

test.each(['', 'x', '01890000-0000-7000-8000-000000000000', "'; drop table orders; --"])(
  'ignores a payment that the shop did not create, with the order id %j',
  async (orderId) => {
    const id = await placeOrder(customer.call, part, 10)
    const intent = await payUnrequested(orderId, '2500')
    expect((await sendEvent(...succeeded(intent))).status).toBe(200)
    expect((await order(id)).status).toBe('Pending')
    expect(await refundsOf(intent)).toEqual([])
    // Staff refund a payment without an order in Stripe's dashboard.
    await cards.callApi('POST', '/refunds', { payment_intent: intent })
  },
)

test('accepts an event that is an hour old if its signature is new', async () => {
  const { small, intent } = await placeSmallAndLarge()
  await payIntent(intent)
  const created = { at: Date.now() - HOUR_MS }
  expect((await sendEvent(...succeeded(intent), created)).status).toBe(200)
  expect((await order(small)).status).toBe('Paid')
})

test('refuses an event whose signature is an hour old', async () => {
  const { small, intent } = await placeSmallAndLarge()
  await payIntent(intent)
  expect((await sendEvent(...succeeded(intent), { signedAt: Date.now() - HOUR_MS })).status).toBe(
    400,
  )
  expect((await order(small)).status).toBe('Pending')
  await sendEvent(...succeeded(intent))
})

test('keeps a refunded order refunded when duplicate events arrive in reverse sequence', async () => {
  const id = await placeOrder(customer.call, part, 10)
  const intent = parseIntentId(await startPayment(customer.call, id))
  await payIntent(intent)
  await admin.call('POST', `/api/orders/${id}/repair`)
  await admin.call('POST', `/api/orders/${id}/refund`)
  const types = ['created', 'payment_failed', 'processing', 'succeeded', 'canceled']
  for (const type of types.toReversed()) {
    const event = [`payment_intent.${type}`, { object: 'payment_intent', id: intent }] as const
    const responses = await Promise.all([sendEvent(...event), sendEvent(...event)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
  }
  expect((await admin.call('GET', `/api/orders/${id}`)).body.stage).toBe('Refunded')
  expect(await refundsOf(intent)).toHaveLength(1)
})
