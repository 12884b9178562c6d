import { randomUUIDv7 } from 'node:crypto'
import { refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { startStepProxy } from '../../../tests/support/network/step-proxy.ts'
import { countOutcomes } from '../../../tests/support/shop/api-client.ts'
import { createCardClient, DECLINED_CARD } from '../../../tests/support/shop/cards.ts'
import {
  closeWithConsistentLedger,
  createCardProvider,
} from '../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { connect } from '../../platform/database/connections/connect.ts'
import { ProviderUnavailable } from './card-provider/provider.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { markIntentCancelled } from './recorded-intents.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const part = await addPart(shop, { stock: 10_000, cents: 250 })
afterEach(() => cards.clearFaults())
afterAll(() => closeWithConsistentLedger(shop))

const createPayment = ({ call }: TestUser, totalPrice: unknown, bookingId?: string) =>
  call('POST', '/create-payment-intent', { totalPrice, bookingId })

test('creates one payment for an order and returns its secret on each request', async () => {
  const id = await placeOrder(customer.call, part)
  // Requests that read a payment fail. The first call needs none, because the order has no payment yet.
  await cards.setFaults({ failNext: { count: 3, status: 503, path: '/v1/payment_intents/' } })
  const one = await createPayment(customer, 25, id)
  expect(one.status).toBe(200)
  await cards.clearFaults()
  const two = await createPayment(customer, 25, id)
  expect(one.body).toEqual({ clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) })
  expect(two.body).toEqual(one.body)
  const intents = await cards.intentsOf(id)
  expect(intents).toMatchObject([{ amount: 2500, status: 'requires_payment_method' }])
})

test('returns the same secret for ten concurrent requests', async () => {
  const id = await placeOrder(customer.call, part)
  const responses = await runInLockOrder(
    shop.db,
    lockRow('orders', id),
    Array.from({ length: 10 }, () => () => createPayment(customer, 25, id)),
  )
  expect(countOutcomes(responses)).toEqual({ '200': 10 })
  expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1)
  expect(await cards.intentsOf(id)).toHaveLength(1)
})

test('creates one PaymentIntent when ten requests reach the provider at the same time', async () => {
  const id = await placeOrder(customer.call, part)
  const provider = createCardProvider(shop.sandbox?.url as string)
  const called = Promise.withResolvers<void>()
  let calls = 0
  const createTogether: typeof provider.createIntent = async (intent) => {
    calls += 1
    if (calls === 10) called.resolve()
    await called.promise
    return provider.createIntent(intent)
  }
  const deps = {
    db: shop.db,
    cards: { ...provider, createIntent: createTogether },
    queueMail: async () => {},
    partsChanged: () => {},
  }
  const create = () =>
    createPaymentIntent(deps, customer.id, { totalPrice: 25, bookingId: id }).catch(
      (error) => error,
    )
  const results = await Promise.all(Array.from({ length: 10 }, create))
  // The provider may refuse a call while it handles another one with the same key.
  const created = results.filter((one) => !(one instanceof ProviderUnavailable))
  const clientSecret = await startPayment(customer.call, id)
  expect(created).toEqual(created.map(() => ({ clientSecret })))
  expect(created).not.toEqual([])
  expect(await cards.intentsOf(id)).toHaveLength(1)
})

test('refuses an amount that differs from the order’s total', async () => {
  const id = await placeOrder(customer.call, part)
  for (const amount of [24.99, 25.01, 2500, 0.25]) {
    const { status, body } = await createPayment(customer, amount, id)
    expect([status, body.code]).toEqual([409, 'amount_mismatch'])
  }
  expect(await cards.intentsOf(id)).toEqual([])
})

test('finds the only unpaid order with this total if the request names no order', async () => {
  const buyer = await addCustomer(shop)
  const none = await createPayment(buyer, 25)
  expect([none.status, none.body.code]).toEqual([409, 'order_ambiguous'])

  const id = await placeOrder(buyer.call, part)
  const other = await placeOrder(buyer.call, part, 11)
  const one = await createPayment(buyer, 25)
  expect(one.status).toBe(200)
  expect(await startPayment(buyer.call, id)).toBe(one.body.clientSecret)
  expect((await createPayment(buyer, 27.5)).body).toEqual(
    (await createPayment(buyer, 27.5, other)).body,
  )

  await placeOrder(buyer.call, part)
  const two = await createPayment(buyer, 25)
  expect([two.status, two.body.code]).toEqual([409, 'order_ambiguous'])
})

test('does not find a paid or cancelled order by its total', async () => {
  const buyer = await addCustomer(shop)
  await placePaidOrder(buyer.call, cards, part)
  const cancelled = await placeOrder(buyer.call, part)
  await buyer.call('DELETE', `/booking/${cancelled}?client=${buyer.email}`)
  expect((await createPayment(buyer, 25)).body.code).toBe('order_ambiguous')
})

test('treats another user’s order as missing, even for an admin', async () => {
  const id = await placeOrder(customer.call, part)
  for (const user of [await addCustomer(shop), await addAdmin(shop)]) {
    const { status, body } = await createPayment(user, 25, id)
    expect([status, body.code]).toEqual([404, 'order_missing'])
  }
  const { status, body } = await createPayment(customer, 25, randomUUIDv7())
  expect([status, body.code]).toEqual([404, 'order_missing'])
  expect(await cards.intentsOf(id)).toEqual([])
})

test('refuses to pay a paid order again', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const { status, body } = await createPayment(customer, 25, id)
  expect([status, body.code]).toEqual([409, 'order_paid'])
})

test('records a payment that succeeded at the provider, and refuses another one', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  await cards.pay(await startPayment(customer.call, id))
  const { status, body } = await createPayment(customer, 25, id)
  expect([status, body.code]).toEqual([409, 'order_paid'])
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  await cards.releaseWebhooks()
})

test('refuses to pay a cancelled order', async () => {
  const id = await placeOrder(customer.call, part)
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  expect((await createPayment(customer, 25, id)).body.code).toBe('order_missing')
})

test('creates no payment while the order is being cancelled', async () => {
  const id = await placeOrder(customer.call, part)
  await shop.db
    .updateTable('orders')
    .set({ cancellation_began_at: new Date() })
    .where('id', '=', id)
    .execute()
  const { status, body } = await createPayment(customer, 25, id)
  expect([status, body.code]).toEqual([409, 'cancellation_begun'])
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
})

test('uses the same payment again after a declined card', async () => {
  const id = await placeOrder(customer.call, part)
  const secret = await startPayment(customer.call, id)
  const declined = await cards.pay(secret, DECLINED_CARD)
  expect(declined.error).toMatchObject({ code: 'card_declined' })
  expect((await customer.call('PATCH', `/booking/${id}`, {})).body).toEqual({ modifiedCount: 0 })
  expect(await startPayment(customer.call, id)).toBe(secret)
  expect((await cards.pay(secret)).status).toBe('succeeded')
  await customer.call('PATCH', `/booking/${id}`, {})
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  expect(await cards.intentsOf(id)).toHaveLength(1)
})

test('creates a new payment after one was cancelled at the provider', async () => {
  const id = await placeOrder(customer.call, part)
  const first = await startPayment(customer.call, id)
  await cards.callApi('POST', `/payment_intents/${first.split('_secret_')[0]}/cancel`)
  const second = await startPayment(customer.call, id)
  expect(second).not.toBe(first)
  expect((await cards.pay(second)).status).toBe('succeeded')
  await customer.call('PATCH', `/booking/${id}`, {})
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
})

test('creates no second payment when a response of the provider is lost', async () => {
  const path = '/v1/payment_intents'
  await cards.setFaults({ failNext: { count: 1, status: 'cut', when: 'after', path } })
  const id = await placeOrder(customer.call, part)
  const response = await createPayment(customer, 25, id)
  expect(response.status).toBe(200)
  expect(await cards.intentsOf(id)).toHaveLength(1)
})

test.each([
  ['totalPrice', { totalPrice: '25' }],
  ['totalPrice', { totalPrice: 25.001 }],
  ['totalPrice', { totalPrice: -25 }],
  ['totalPrice', {}],
  ['bookingId', { totalPrice: 25, bookingId: 'chain' }],
  ['amount', { totalPrice: 25, amount: 1 }],
])('reports an invalid %s under its field: %j', async (field, body) => {
  const response = await customer.call('POST', '/create-payment-intent', body)
  expect([response.status, Object.keys(response.body.errors)]).toEqual([400, [field]])
})

test.each([
  [
    'paid',
    'order_paid',
    sql`paid_at = now(), transaction_id = 'pi_1'`,
    sql`paid_at = null, transaction_id = null`,
  ],
  [
    'being cancelled',
    'cancellation_begun',
    sql`cancellation_began_at = now()`,
    sql`cancellation_began_at = null`,
  ],
  [
    'cancelled',
    'order_missing',
    sql`cancellation_began_at = now(), cancelled_at = now()`,
    sql`cancellation_began_at = null, cancelled_at = null`,
  ],
])(
  'cancels the new payment of an order that is %s before the payment is stored',
  async (_, refused, change, undo) => {
    const id = await placeOrder(customer.call, part)
    const [response] = await runInLockOrder(
      shop.db,
      (tx) => sql`update orders set ${change} where id = ${id}`.execute(tx),
      [() => createPayment(customer, 25, id)],
    )
    expect(response?.body.code).toBe(refused)
    expect(await cards.intentsOf(id)).toMatchObject([{ status: 'canceled' }])
    await sql`update orders set ${undo} where id = ${id}`.execute(shop.db)
    await sql`delete from pending_invoices where order_id = ${id}`.execute(shop.db)
  },
)

test.each([
  [
    'returns the payment that another request opened after this request found none',
    'before',
    false,
  ],
  ['returns no payment that another request opened and the provider then cancelled', 'after', true],
] as const)('%s', async (_, timing, isCancelled) => {
  const id = await placeOrder(customer.call, part)
  const proxy = await startStepProxy(shop.databaseUrl)
  const { db } = connect(proxy.databaseUrl, () => {})
  const attempts = proxy.plan.failAt({
    step: 1,
    pattern: /max\("attempt"\)/,
    timing,
    fault: 'freeze',
  })
  const deps = {
    db,
    cards: createCardProvider(shop.sandbox?.url as string),
    queueMail: async () => {},
    partsChanged: () => {},
  }
  const late = createPaymentIntent(deps, customer.id, { totalPrice: 25, bookingId: id })
  await waitUntil('it counts the attempts', () => attempts.hit)
  const clientSecret = await startPayment(customer.call, id)
  if (isCancelled) {
    await cards.callApi('POST', `/payment_intents/${clientSecret.split('_secret_')[0]}/cancel`)
    await markIntentCancelled(shop.db, clientSecret.split('_secret_')[0] as string)
  }
  proxy.plan.thaw()
  expect(await late).toEqual(isCancelled ? refuse('payment_processing') : { clientSecret })
  expect(await cards.intentsOf(id)).toHaveLength(1)
  await db.destroy()
  await proxy.close()
})
