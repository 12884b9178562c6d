import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { createCardClient, parseIntentId } from '../../../tests/support/shop/cards.ts'
import { closeWithConsistentLedger } from '../../../tests/support/shop/ledger.ts'
import { placeOrder, startPayment } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'
import {
  createEvent,
  createSucceededEvent as paid,
  postEvent,
  signPayload,
} from '../../../tests/support/shop/webhook-events.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { webhooks } from '../../platform/metrics/metrics.ts'
import { readProviderEvents } from './card-provider/stored-provider-events.ts'

const shop = await startTestShop({ sandbox: true, settings: { LOG_LEVEL: 'warn' } })
const cards = createCardClient(shop)
await cards.setFaults({ holdWebhooks: true })
const customer = await addCustomer(shop)
const orderId = await placeOrder(customer.call, await addPart(shop))
const secret = await startPayment(customer.call, orderId)
await cards.pay(secret)
const intentId = parseIntentId(secret)
afterAll(() => closeWithConsistentLedger(shop))

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
  ['with a malformed signature', () => [succeeded(), 't=now,v1=me']],
  [
    'signed with another secret',
    () => {
      const payload = succeeded()
      return [payload, signPayload(payload, { secret: 'whsec_of_another_account' })]
    },
  ],
  [
    'that was altered after signing',
    () => {
      const payload = succeeded()
      return [payload.replace('succeeded', 'succeedee'), signPayload(payload)]
    },
  ],
  [
    'that is older than five minutes',
    () => {
      const payload = succeeded()
      return [payload, signPayload(payload, { timestamp: Math.floor(Date.now() / 1000) - 301 })]
    },
  ],
])('refuses an event %s', async (_, make) => {
  const { status, body } = await post(...make())
  expect([status, body.code]).toEqual([400, 'input_invalid'])
  expect((await order()).paid).toBe(false)
})

test('ignores an event that contradicts the provider', async () => {
  const unpaid = await placeOrder(customer.call, await addPart(shop))
  const intent = parseIntentId(await startPayment(customer.call, unpaid))
  const event = createEvent('payment_intent.succeeded', {
    object: 'payment_intent',
    id: intent,
    status: 'succeeded',
    amount_received: 2500,
  })
  expect((await post(event, signPayload(event))).status).toBe(200)
  expect((await customer.call('GET', `/booking/${unpaid}`)).body.paid).toBe(false)
})

test('stores and counts a dispute, and does not change the order', async () => {
  const count = async () =>
    (await webhooks.get()).values.find(({ labels }) => labels.outcome === 'disputed')?.value
  const before = await count()
  await cards.setDispute({ id: 'du_1', payment_intent: intentId, status: 'needs_response' })
  const disputed = (payment_intent: string) =>
    createEvent('charge.dispute.created', { object: 'dispute', id: 'du_1', payment_intent })
  for (const payload of [disputed(intentId), disputed('pi_of_another_shop')]) {
    expect((await post(payload, signPayload(payload))).status).toBe(200)
  }
  expect(await count()).toBe((before ?? 0) + 1)
  expect((await readProviderEvents(shop.db, [intentId])).map(({ outcome }) => outcome)).toContain(
    'payment disputed: respond in the provider’s dashboard',
  )
  expect((await order()).paid).toBe(false)
})

test.each([
  [
    'of another type',
    'nothing',
    createEvent('customer.created', { object: 'customer', id: 'cus_1' }),
  ],
  ['about an unknown payment', 'foreign', paid('pi_unknown')],
])('acknowledges an event %s and changes nothing', async (_, outcome, payload) => {
  const rows = () =>
    sql`select (select count(*) from payment_intents), (select count(*) from order_events)`.execute(
      shop.db,
    )
  const before = (await rows()).rows
  const { status, body } = await post(payload, signPayload(payload))
  expect([status, body]).toEqual([200, { received: true }])
  expect(await outcomesOf(JSON.parse(payload).id)).toEqual([outcome])
  expect((await rows()).rows).toEqual(before)
})

test('refuses an event during an outage of the provider, so that the provider sends it again', async () => {
  await cards.setFaults({ failNext: { count: 1000, status: 503, when: 'before' } })
  const payload = succeeded()
  const { status, body } = await post(payload, signPayload(payload))
  // Webhooks stay held: a delivered event of another test would pay the order.
  await cards.setFaults({ failNext: null })
  expect([status, body.code]).toEqual([503, 'provider_unavailable'])
  expect((await order()).paid).toBe(false)
})

test('settles the order for an event, and changes nothing for a repeated event', async () => {
  const { id, secret } = await payUnnoticed()
  const payload = paid(parseIntentId(secret))
  const send = () => post(payload, signPayload(payload))
  const responses = await runInLockOrder(shop.db, lockRow('orders', id), [send, send, send])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
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

test('settles an order when the provider’s events arrive', async () => {
  const { id, secret } = await payUnnoticed()
  await cards.releaseWebhooks()
  await waitUntil('all events are delivered', async () =>
    (await cards.webhooks()).every(({ deliveredAt }) => deliveredAt !== null),
  )
  await cards.setFaults({ holdWebhooks: true })
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  const events = await readProviderEvents(shop.db, [parseIntentId(secret)])
  // Which event arrives first, and settles the order, depends on their random delays.
  expect(events.map(({ outcome }) => outcome).toSorted()).toEqual([
    'no action needed',
    'order marked as paid',
    'order was already paid',
  ])
})

test('stores and logs that a refund of an order has failed, and marks the order for staff', async () => {
  // The alert needs a series that exists before the event.
  const series = (await webhooks.get()).values.map(({ labels }) => labels.outcome)
  expect(series).toContain('refund_failed')
  for (const [intent, outcome] of [
    [intentId, 'refund_failed'],
    ['pi_unknown', 'foreign'],
  ]) {
    const failed = { object: 'refund', id: 're_1', payment_intent: intent }
    const payload = createEvent('refund.failed', failed)
    expect((await post(payload, signPayload(payload))).status).toBe(200)
    expect(await outcomesOf(JSON.parse(payload).id)).toEqual([outcome])
  }
  const lines = shop.errors.splice(0).map((line) => JSON.parse(line))
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'a refund failed', order: orderId, intent: intentId }),
  )
  expect(lines.map(({ level }) => level)).not.toContain('error')
  const hasFailedRefund = async ({ call }: TestUser) =>
    (await call('GET', `/api/orders/${orderId}`)).body.hasFailedRefund
  expect(await hasFailedRefund(await addAdmin(shop))).toBe(true)
  expect(await hasFailedRefund(customer)).toBe(false)
})

/** Pays an order without an event or a report. */
async function payUnnoticed() {
  const id = await placeOrder(customer.call, await addPart(shop))
  const secret = await startPayment(customer.call, id)
  await cards.pay(secret)
  return { id, secret }
}
