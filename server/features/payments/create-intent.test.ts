import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../tests/support/database/locks.ts'
import { startStepProxy } from '../../../tests/support/network/step-proxy.ts'
import { cardsAt, checkBooks } from '../../../tests/support/shop/books.ts'
import { tally } from '../../../tests/support/shop/calls.ts'
import { type Cards, cardsOf, DECLINED_CARD } from '../../../tests/support/shop/cards.ts'
import { beginPayment, placeOrder, placePaidOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { connect } from '../../platform/database/connections/connect.ts'
import { createIntent } from './create-intent.ts'

let shop: TestShop
let cards: Cards
let customer: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = cardsOf(shop)
  customer = await addCustomer(shop)
  part = await addPart(shop, { stock: 10_000, cents: 250 })
})
afterEach(() => cards.unset())
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const begin = ({ call }: Person, totalPrice: unknown, bookingId?: string) =>
  call('POST', '/create-payment-intent', { totalPrice, bookingId })

test('an order has one payment, whose secret is answered as often as it is asked for', async () => {
  const id = await placeOrder(customer.call, part)
  // The first request has no payment to read.
  await cards.set({ failNext: { count: 3, status: 503, path: '/v1/payment_intents/' } })
  const one = await begin(customer, 25, id)
  expect(one.status).toBe(200)
  await cards.unset()
  const two = await begin(customer, 25, id)
  expect(one.body).toEqual({ clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) })
  expect(two.body).toEqual(one.body)
  const intents = await cards.intentsOf(id)
  expect(intents).toMatchObject([{ amount: 2500, status: 'requires_payment_method' }])
})

test('ten tabs that ask at once get the same secret', async () => {
  const id = await placeOrder(customer.call, part)
  const answers = await queueForLock(
    shop.db,
    lockRow('orders', id),
    Array.from({ length: 10 }, () => () => begin(customer, 25, id)),
  )
  expect(tally(answers)).toEqual({ '200': 10 })
  expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1)
  expect(await cards.intentsOf(id)).toHaveLength(1)
})

test('ten tabs that ask a slow provider get one payment all the same', async () => {
  await cards.set({ delayMs: 2000 })
  const id = await placeOrder(customer.call, part)
  const answers = await Promise.all(Array.from({ length: 10 }, () => begin(customer, 25, id)))
  expect(Object.keys(tally(answers)).sort()).toEqual(['200', 'provider_unavailable'])
  expect(new Set(answers.flatMap(({ body }) => body.clientSecret ?? [])).size).toBe(1)
  expect(await cards.intentsOf(id)).toHaveLength(1)
})

test('an amount that is not the order’s total is refused', async () => {
  const id = await placeOrder(customer.call, part)
  for (const amount of [24.99, 25.01, 2500, 0.25]) {
    const { status, body } = await begin(customer, amount, id)
    expect([status, body.code]).toEqual([409, 'amount_mismatch'])
  }
  expect(await cards.intentsOf(id)).toEqual([])
})

test('the total alone means the one unpaid order of that amount', async () => {
  const someone = await addCustomer(shop)
  const none = await begin(someone, 25)
  expect([none.status, none.body.code]).toEqual([409, 'order_ambiguous'])

  const id = await placeOrder(someone.call, part)
  const other = await placeOrder(someone.call, part, 11)
  const one = await begin(someone, 25)
  expect(one.status).toBe(200)
  expect(await beginPayment(someone.call, id)).toBe(one.body.clientSecret)
  expect((await begin(someone, 27.5)).body).toEqual((await begin(someone, 27.5, other)).body)

  await placeOrder(someone.call, part)
  const two = await begin(someone, 25)
  expect([two.status, two.body.code]).toEqual([409, 'order_ambiguous'])
})

test('the total alone never means a paid or cancelled order', async () => {
  const someone = await addCustomer(shop)
  await placePaidOrder(someone.call, cards, part)
  const cancelled = await placeOrder(someone.call, part)
  await someone.call('DELETE', `/booking/${cancelled}?client=${someone.email}`)
  expect((await begin(someone, 25)).body.code).toBe('order_ambiguous')
})

test("nobody begins to pay somebody else's order, not even an admin", async () => {
  const id = await placeOrder(customer.call, part)
  for (const asker of [await addCustomer(shop), await addAdmin(shop)]) {
    const { status, body } = await begin(asker, 25, id)
    expect([status, body.code]).toEqual([404, 'order_missing'])
  }
  const { status, body } = await begin(customer, 25, randomUUIDv7())
  expect([status, body.code]).toEqual([404, 'order_missing'])
  expect(await cards.intentsOf(id)).toEqual([])
})

test('a paid order is not paid again', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const { status, body } = await begin(customer, 25, id)
  expect([status, body.code]).toEqual([409, 'order_paid'])
})

test('an order that has been paid unseen is found paid', async () => {
  await cards.set({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  await cards.pay(await beginPayment(customer.call, id))
  const { status, body } = await begin(customer, 25, id)
  expect([status, body.code]).toEqual([409, 'order_paid'])
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  await cards.releaseWebhooks()
})

test('a cancelled order is not paid', async () => {
  const id = await placeOrder(customer.call, part)
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  expect((await begin(customer, 25, id)).body.code).toBe('order_missing')
})

test('while an order is being cancelled, no payment is begun', async () => {
  const id = await placeOrder(customer.call, part)
  await shop.db
    .updateTable('orders')
    .set({ cancellation_began_at: new Date() })
    .where('id', '=', id)
    .execute()
  const { status, body } = await begin(customer, 25, id)
  expect([status, body.code]).toEqual([409, 'cancellation_begun'])
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
})

test('a declined card is tried again on the same payment', async () => {
  const id = await placeOrder(customer.call, part)
  const secret = await beginPayment(customer.call, id)
  const declined = await cards.pay(secret, DECLINED_CARD)
  expect(declined.error).toMatchObject({ code: 'card_declined' })
  expect((await customer.call('PATCH', `/booking/${id}`, {})).body).toEqual({ modifiedCount: 0 })
  expect(await beginPayment(customer.call, id)).toBe(secret)
  expect((await cards.pay(secret)).status).toBe('succeeded')
  await customer.call('PATCH', `/booking/${id}`, {})
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  expect(await cards.intentsOf(id)).toHaveLength(1)
})

test('a payment that was cancelled at the provider is followed by a new one', async () => {
  const id = await placeOrder(customer.call, part)
  const first = await beginPayment(customer.call, id)
  await cards.ask('POST', `/payment_intents/${first.split('_secret_')[0]}/cancel`)
  const second = await beginPayment(customer.call, id)
  expect(second).not.toBe(first)
  expect((await cards.pay(second)).status).toBe('succeeded')
  await customer.call('PATCH', `/booking/${id}`, {})
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
})

test('an answer that is lost on the way back does not make a second payment', async () => {
  const path = '/v1/payment_intents'
  await cards.set({ failNext: { count: 1, status: 'cut', when: 'after', path } })
  const id = await placeOrder(customer.call, part)
  const answer = await begin(customer, 25, id)
  expect(answer.status).toBe(200)
  expect(await cards.intentsOf(id)).toHaveLength(1)
})

test.each([
  ['totalPrice', { totalPrice: '25' }],
  ['totalPrice', { totalPrice: 25.001 }],
  ['totalPrice', { totalPrice: -25 }],
  ['totalPrice', {}],
  ['bookingId', { totalPrice: 25, bookingId: 'chain' }],
  ['amount', { totalPrice: 25, amount: 1 }],
])('a wrong %s is refused by its field: %j', async (field, body) => {
  const answer = await customer.call('POST', '/create-payment-intent', body)
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]])
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
])('cancels the new payment of an order that is %s meanwhile', async (_, refused, change, undo) => {
  const id = await placeOrder(customer.call, part)
  const [answer] = await queueForLock(
    shop.db,
    (tx) => sql`update orders set ${change} where id = ${id}`.execute(tx),
    [() => begin(customer, 25, id)],
  )
  expect(answer?.body.code).toBe(refused)
  expect(await cards.intentsOf(id)).toMatchObject([{ status: 'canceled' }])
  await sql`update orders set ${undo} where id = ${id}`.execute(shop.db)
  await sql`delete from invoices_due where order_id = ${id}`.execute(shop.db)
})

test('finds the payment that another request opened meanwhile', async () => {
  const id = await placeOrder(customer.call, part)
  const proxy = await startStepProxy(shop.databaseUrl)
  const { db } = connect(proxy.databaseUrl, () => {})
  const attempts = proxy.plan.failAt({
    step: 1,
    of: /max\("attempt"\)/,
    when: 'before',
    fault: 'freeze',
  })
  const deps = {
    ...{ db, cards: cardsAt(shop.sandbox?.url as string) },
    ...{ queueMail: async () => {}, partsChanged: () => {} },
  }
  const late = createIntent(deps, customer.id, { totalPrice: 25, bookingId: id })
  await waitUntil('it counts the attempts', () => attempts.hit)
  const clientSecret = await beginPayment(customer.call, id)
  proxy.plan.thaw()
  expect(await late).toEqual({ clientSecret })
  expect(await cards.intentsOf(id)).toHaveLength(1)
  await db.destroy()
  await proxy.close()
})
