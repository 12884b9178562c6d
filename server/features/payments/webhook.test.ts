import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../tests/support/database/locks.ts'
import { checkBooks } from '../../../tests/support/shop/books.ts'
import { type Cards, cardsOf } from '../../../tests/support/shop/cards.ts'
import {
  eventOf,
  succeeded as paid,
  postEvent,
  signed,
} from '../../../tests/support/shop/events.ts'
import { beginPayment, placeOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { webhooks } from '../../platform/metrics/metrics.ts'
import { readProviderEvents } from './provider/provider-events.ts'

let shop: TestShop
let cards: Cards
let customer: Person
let orderId: string
let intentId: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = cardsOf(shop)
  await cards.set({ holdWebhooks: true })
  customer = await addCustomer(shop)
  orderId = await placeOrder(customer.call, await addPart(shop))
  const secret = await beginPayment(customer.call, orderId)
  await cards.pay(secret)
  intentId = secret.split('_secret_')[0] as string
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const post = (payload: string, signature?: string) => postEvent(shop.url, payload, signature)

const succeeded = () => paid(intentId)

const outcomesOf = async (eventId: string) => {
  const events = shop.db.selectFrom('provider_events').select('outcome').where('id', '=', eventId)
  return (await events.execute()).map(({ outcome }) => outcome)
}

const order = async () => (await customer.call('GET', `/booking/${orderId}`)).body

test.each<[string, () => [string, string?]]>([
  ['without a signature', () => [succeeded()]],
  ['with an empty signature', () => [succeeded(), '']],
  ['with nonsense for a signature', () => [succeeded(), 't=now,v1=me']],
  [
    'signed with another secret',
    () => {
      const payload = succeeded()
      return [payload, signed(payload, { secret: 'whsec_of_somebody_else' })]
    },
  ],
  [
    'that was altered after signing',
    () => {
      const payload = succeeded()
      return [payload.replace('succeeded', 'succeedee'), signed(payload)]
    },
  ],
  [
    'that is older than five minutes',
    () => {
      const payload = succeeded()
      return [payload, signed(payload, { timestamp: Math.floor(Date.now() / 1000) - 301 })]
    },
  ],
])('an event %s is refused and changes nothing', async (_, make) => {
  const { status, body } = await post(...make())
  expect([status, body.code]).toEqual([400, 'input_invalid'])
  expect((await order()).paid).toBe(false)
})

test('an event that says more than the provider knows changes nothing', async () => {
  const unpaid = await placeOrder(customer.call, await addPart(shop))
  const [intent] = [(await beginPayment(customer.call, unpaid)).split('_secret_')[0]]
  const lie = eventOf('payment_intent.succeeded', {
    object: 'payment_intent',
    id: intent,
    status: 'succeeded',
    amount_received: 2500,
  })
  expect((await post(lie, signed(lie))).status).toBe(200)
  expect((await customer.call('GET', `/booking/${unpaid}`)).body.paid).toBe(false)
})

test('a dispute is kept beside the payment, counted, and changes nothing', async () => {
  const count = async () =>
    (await webhooks.get()).values.find(({ labels }) => labels.outcome === 'disputed')?.value
  const before = await count()
  const disputed = (payment_intent: string) =>
    eventOf('charge.dispute.created', { object: 'dispute', id: 'du_1', payment_intent })
  for (const payload of [disputed(intentId), disputed('pi_of_another_shop')]) {
    expect((await post(payload, signed(payload))).status).toBe(200)
  }
  expect(await count()).toBe((before ?? 0) + 1)
  expect((await readProviderEvents(shop.db, [intentId])).map(({ outcome }) => outcome)).toContain(
    'the payment is disputed: answer it in the provider’s dashboard',
  )
  expect((await order()).paid).toBe(false)
})

test.each([
  ['of another kind', 'nothing', eventOf('customer.created', { object: 'customer', id: 'cus_1' })],
  ['about an unknown payment', 'foreign', paid('pi_unknown')],
])('an event %s is acknowledged and changes nothing', async (_, outcome, payload) => {
  const rows = () =>
    sql`select (select count(*) from payment_intents), (select count(*) from order_events)`.execute(
      shop.db,
    )
  const before = (await rows()).rows
  const { status, body } = await post(payload, signed(payload))
  expect([status, body]).toEqual([200, { received: true }])
  expect(await outcomesOf(JSON.parse(payload).id)).toEqual([outcome])
  expect((await rows()).rows).toEqual(before)
})

test('an event that comes while the provider cannot be asked is to come again', async () => {
  await cards.set({ failNext: { count: 1000, status: 503, when: 'before' } })
  const payload = succeeded()
  const { status, body } = await post(payload, signed(payload))
  await cards.unset()
  await cards.set({ holdWebhooks: true })
  expect([status, body.code]).toEqual([503, 'provider_unavailable'])
  expect((await order()).paid).toBe(false)
})

test('a true event settles the order, and the same event again changes nothing', async () => {
  const { id, secret } = await paidUnheard()
  const payload = paid(secret.split('_secret_')[0])
  const send = () => post(payload, signed(payload))
  const answers = await queueForLock(shop.db, lockRow('orders', id), [send, send, send])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  expect(await outcomesOf(JSON.parse(payload).id)).toHaveLength(1)
  const events = await shop.db
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', id)
    .where('kind', '=', 'paid')
    .execute()
  expect(events).toHaveLength(1)
})

test('the events that the provider itself sends settle an order', async () => {
  const { id, secret } = await paidUnheard()
  await cards.releaseWebhooks()
  await waitUntil('all events are delivered', async () =>
    (await cards.webhooks()).every(({ deliveredAt }) => deliveredAt !== null),
  )
  await cards.set({ holdWebhooks: true })
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  const events = await readProviderEvents(shop.db, [secret.split('_secret_')[0] as string])
  expect(events.find(({ type }) => type === 'payment_intent.succeeded')?.outcome).toBeOneOf([
    'the order became paid',
    'the order was paid already',
  ])
})

/** An order whose payment succeeded, without an event or a report that says so. */
async function paidUnheard() {
  const id = await placeOrder(customer.call, await addPart(shop))
  const secret = await beginPayment(customer.call, id)
  await cards.pay(secret)
  return { id, secret }
}
