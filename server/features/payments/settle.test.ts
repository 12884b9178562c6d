import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { createCardClient, parseIntentId } from '../../../tests/support/shop/cards.ts'
import {
  closeWithConsistentLedger,
  createCardProvider,
  expectConsistentLedger,
} from '../../../tests/support/shop/ledger.ts'
import { placeOrder, startPayment } from '../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'
import {
  createSucceededEvent,
  postEvent,
  signPayload,
} from '../../../tests/support/shop/webhook-events.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import type { CardProvider, Intent } from './card-provider/provider.ts'
import { settle } from './settle.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const part = await addPart(shop, { stock: 10_000 })
afterEach(async () => {
  await cards.releaseWebhooks()
  await cards.clearFaults()
})
afterAll(() => closeWithConsistentLedger(shop))

const report = (id: string, body: object = {}) => customer.call('PATCH', `/booking/${id}`, body)
const order = async (id: string) => (await customer.call('GET', `/booking/${id}`)).body
async function findRefundReasons(orderId: string) {
  const { rows } = await sql<{ reason: string }>`select data ->> 'reason' as reason from pgboss.job
    where data ->> 'kind' = 'payment-returned' and data ->> 'orderId' = ${orderId}`.execute(shop.db)
  return rows.map(({ reason }) => reason)
}

/**
 * Settles an intent, with changes of the intent and of calls to the provider. Returns the outcome,
 * refunds and queued mails.
 */
async function settleIntent(
  id: string,
  changes: Partial<Intent> = {},
  calls: Partial<CardProvider> = {},
) {
  const provider = createCardProvider(shop.sandbox?.url as string)
  const refunds: string[] = []
  const mails: string[] = []
  const outcome = await settle(
    {
      db: shop.db,
      cards: {
        ...provider,
        readIntent: async (intent) => {
          const found = await provider.readIntent(intent)
          return found && { ...found, ...changes }
        },
        refundIntent: (intent) => {
          refunds.push(intent)
          return provider.refundIntent(intent)
        },
        ...calls,
      },
      queueMail: async (_tx, mail) => {
        mails.push('reason' in mail ? `${mail.kind}: ${mail.reason}` : mail.kind)
      },
      partsChanged: () => {},
    },
    id,
  )
  return { outcome, refunds, mails }
}

/** Starts a second payment of an order, as if the ledger had lost the first. */
async function startTwoPayments(id: string) {
  const first = await startPayment(customer.call, id)
  await sql`update payment_intents set state = 'cancelled' where order_id = ${id}`.execute(shop.db)
  return [first, await startPayment(customer.call, id)] as const
}

test('marks an order as paid when the browser reports its payment', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  const secret = await startPayment(customer.call, id)
  expect((await cards.pay(secret)).status).toBe('succeeded')
  const body = {
    email: customer.email,
    bookingId: id,
    transactionId: parseIntentId(secret),
    totalPrice: 25,
  }
  expect((await report(id, body)).body).toEqual({ modifiedCount: 1 })
  expect(await order(id)).toMatchObject({
    paid: true,
    transactionId: parseIntentId(secret),
    status: 'Paid',
  })
  expect((await report(id, body)).body).toEqual({ modifiedCount: 0 })
})

test('keeps an order unpaid when the browser reports a payment that does not exist', async () => {
  const id = await placeOrder(customer.call, part)
  const claim = { transactionId: 'pi_i_have_paid', totalPrice: 25 }
  expect((await report(id, claim)).body).toEqual({ modifiedCount: 0 })
  const secret = await startPayment(customer.call, id)
  const another = { ...claim, transactionId: parseIntentId(secret) }
  expect((await report(id, another)).body).toEqual({ modifiedCount: 0 })
  expect(await order(id)).toMatchObject({ paid: false, transactionId: null, status: 'Pending' })
})

test('does not mark a large order as paid with the payment of a small order', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const small = await placeOrder(customer.call, part, 10)
  const large = await placeOrder(customer.call, part, 1000)
  const secret = await startPayment(customer.call, small)
  await startPayment(customer.call, large)
  await cards.pay(secret)
  const claim = { bookingId: small, transactionId: parseIntentId(secret), totalPrice: 25 }
  expect((await report(large, claim)).body).toEqual({ modifiedCount: 0 })
  expect((await order(large)).paid).toBe(false)
  expect((await report(small)).body).toEqual({ modifiedCount: 1 })
})

test('treats another user’s order as missing', async () => {
  const id = await placeOrder(customer.call, part)
  for (const user of [await addCustomer(shop), await addAdmin(shop)]) {
    const { status, body } = await user.call('PATCH', `/booking/${id}`, {})
    expect([status, body.code]).toEqual([404, 'order_missing'])
  }
  expect((await report(randomUUIDv7())).body.code).toBe('order_missing')
})

test('refuses a payment report with another user’s email', async () => {
  const id = await placeOrder(customer.call, part)
  const { status, body } = await report(id, { email: 'other@example.com' })
  expect([status, body.code]).toEqual([403, 'email_foreign'])
})

test('refuses an invalid payment report', async () => {
  const id = await placeOrder(customer.call, part)
  for (const wrong of [{ bookingId: 'x' }, { totalPrice: '25' }, { paid: true }]) {
    const response = await report(id, wrong)
    expect([response.status, Object.keys(response.body.errors)]).toEqual([400, Object.keys(wrong)])
  }
  expect((await report('7')).body.errors).toHaveProperty('id')
})

test('settles a payment once for ten concurrent reports', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  await cards.pay(await startPayment(customer.call, id))
  const responses = await runInLockOrder(
    shop.db,
    lockRow('orders', id),
    Array.from({ length: 10 }, () => () => report(id)),
  )
  expect(responses.map(({ body }) => body.modifiedCount).sort()).toEqual([...Array(9).fill(0), 1])
})

test('marks an order as paid by webhook if the browser closes after the payment', async () => {
  const id = await placeOrder(customer.call, part)
  await cards.pay(await startPayment(customer.call, id))
  await waitUntil('the order is paid', async () => (await order(id)).status === 'Paid')
})

test('keeps an order unchanged when its part is changed and deleted during the payment', async () => {
  const admin = await addAdmin(shop)
  const ordered = await addPart(shop, { stock: 100, cents: 250, name: 'Chain 10-speed' })
  const id = await placeOrder(customer.call, ordered)
  const secret = await startPayment(customer.call, id)
  await shop.db
    .updateTable('parts')
    .set({ unit_price_cents: 9_900, name: 'Chain 12-speed', minimum_order: 50 })
    .where('id', '=', ordered)
    .execute()
  await admin.call('DELETE', `/part/${ordered}`)
  await cards.pay(secret)
  await report(id)
  const [intent] = await cards.intentsOf(id)
  expect(intent).toMatchObject({ amount_received: 2500 })
  expect(await order(id)).toMatchObject({
    status: 'Paid',
    totalPrice: 25,
    productName: 'Chain 10-speed',
  })
  expect((await admin.call('PATCH', `/shipped/${id}`)).body).toEqual({ modifiedCount: 1 })
  expect(await readStock(shop, ordered)).toEqual({ onHand: 90, reserved: 0 })
})

test('settles a payment once for concurrent reports and webhooks', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  const secret = await startPayment(customer.call, id)
  await cards.pay(secret)
  const payload = createSucceededEvent(parseIntentId(secret))
  const webhook = () => postEvent(shop.url, payload, signPayload(payload))
  const responses = await runInLockOrder(shop.db, lockRow('orders', id), [
    () => report(id),
    webhook,
    () => report(id),
    webhook,
  ])
  expect(responses.map(({ status, body }) => [status, body.modifiedCount])).toEqual([
    [200, 1],
    [200, undefined],
    [200, 0],
    [200, undefined],
  ])
  expect((await order(id)).status).toBe('Paid')
  await expectConsistentLedger(shop)
})

test('refunds a payment of a cancelled order, and records the refund once', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  const secret = await startPayment(customer.call, id)
  // Simulates a cancellation that did not reach the provider.
  await shop.db
    .updateTable('payment_intents')
    .set({ state: 'cancelled' })
    .where('order_id', '=', id)
    .execute()
  expect((await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)).body).toEqual({
    deletedCount: 1,
  })
  expect((await cards.pay(secret)).status).toBe('succeeded')
  await cards.setFaults({ doubleWebhooks: true })
  await cards.releaseWebhooks()
  await waitUntil('the payment is refunded', async () =>
    (await cards.refunds()).some((refund) => refund.payment_intent === parseIntentId(secret)),
  )
  const events = () =>
    shop.db
      .selectFrom('order_events')
      .select('detail')
      .where('order_id', '=', id)
      .where('kind', '=', 'late_payment_refunded')
      .execute()
  await waitUntil('it is recorded', async () => (await events()).length > 0)
  await waitUntil('all webhooks are delivered', async () =>
    (await cards.webhooks()).every(({ deliveredAt }) => deliveredAt !== null),
  )
  expect(await events()).toMatchObject([
    { detail: { transactionId: parseIntentId(secret), amountCents: 2500 } },
  ])
  expect(await findRefundReasons(id)).toEqual(['order-cancelled'])
  expect((await customer.call('GET', `/booking/${id}`)).status).toBe(404)
})

test('refunds a payment of a wrong amount, and then accepts a correct payment', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  const secret = await startPayment(customer.call, id)
  const setTotal = (totalCents: number) =>
    shop.db.updateTable('orders').set({ total_cents: totalCents }).where('id', '=', id).execute()
  const { totalPrice } = await order(id)
  // Simulates an intent that was created for another amount.
  await setTotal(99_900)
  expect((await cards.pay(secret)).status).toBe('succeeded')
  expect((await customer.call('PATCH', `/booking/${id}`, {})).body).toEqual({ modifiedCount: 0 })
  await setTotal(Math.round(totalPrice * 100))
  const refunds = (await cards.refunds()).filter(
    ({ payment_intent }) => payment_intent === parseIntentId(secret),
  )
  expect(refunds).toHaveLength(1)
  const events = await shop.db
    .selectFrom('order_events')
    .select('detail')
    .where('order_id', '=', id)
    .where('kind', '=', 'payment_disagrees')
    .execute()
  expect(events).toMatchObject([{ detail: { transactionId: parseIntentId(secret) } }])
  expect(await findRefundReasons(id)).toEqual(['mismatch'])
  await cards.pay(await startPayment(customer.call, id))
  expect((await customer.call('PATCH', `/booking/${id}`, {})).body).toEqual({ modifiedCount: 1 })
})

test('refunds a second payment of a paid order, once and with a mail', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  const [first, second] = await startTwoPayments(id)
  await cards.pay(second)
  await report(id)
  await cards.pay(first)
  expect(await settleIntent(parseIntentId(first))).toEqual({
    outcome: 'refunded',
    refunds: [parseIntentId(first)],
    mails: ['payment-returned: already-paid'],
  })
  expect(await settleIntent(parseIntentId(first))).toEqual({
    outcome: 'refunded',
    refunds: [],
    mails: [],
  })
  expect(await order(id)).toMatchObject({ paid: true, transactionId: parseIntentId(second) })
  const { rows } = await sql`select kind from order_events
    where order_id = ${id} and kind like '%refunded'`.execute(shop.db)
  expect(rows).toEqual([{ kind: 'late_payment_refunded' }])
})

test('counts and mails a refund once if two processes refund a payment', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  const [first, second] = await startTwoPayments(id)
  await cards.pay(second)
  await report(id)
  await cards.pay(first)
  const countRefunds = async () => {
    const { values } = await orderEvents.get()
    return values.find(({ labels }) => labels.event === 'late_payment_refunded')?.value ?? 0
  }
  const before = await countRefunds()
  const { refundIntent } = createCardProvider(shop.sandbox?.url as string)
  const { outcome, mails } = await settleIntent(
    parseIntentId(first),
    {},
    {
      refundIntent: async (intent) => {
        await settleIntent(intent)
        return refundIntent(intent)
      },
    },
  )
  expect([outcome, mails]).toEqual(['refunded', []])
  expect(await countRefunds()).toBe(before + 1)
})

test.each([
  ['is not found', undefined, 'cancelled'],
  ['is processing', 'processing', 'open'],
] as const)(
  'cancels a payment that cannot be used: if it %s at the provider (%s), the outcome is %s',
  async (_, state, expected) => {
    await cards.setFaults({ holdWebhooks: true })
    const id = await placeOrder(customer.call, part)
    const [intent] = (await startTwoPayments(id)).map(parseIntentId)
    const { readIntent } = createCardProvider(shop.sandbox?.url as string)
    const cancelIntent = async (one: string) => {
      const found = await readIntent(one)
      return state && found && { ...found, state }
    }
    const { outcome } = await settleIntent(intent as string, {}, { cancelIntent })
    expect(outcome).toBe(expected)
  },
)

test('withdraws a cancellation after a payment, and schedules a check of a second open payment', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  const [first, second] = await startTwoPayments(id)
  await sql`update orders set cancellation_began_at = now() where id = ${id}`.execute(shop.db)
  await cards.pay(first)
  expect(await settleIntent(parseIntentId(first))).toEqual({
    outcome: 'settled',
    refunds: [],
    mails: ['order-paid'],
  })
  const { rows } = await sql`select cancellation_began_at, next_check_at <= now() as due
    from orders join payment_intents on order_id = orders.id
    where payment_intents.id = ${parseIntentId(second)}`.execute(shop.db)
  expect(rows).toEqual([{ cancellation_began_at: null, due: true }])
  expect((await settleIntent(parseIntentId(second))).outcome).toBe('cancelled')
})

test('does not change a shipped order when its payment is refunded at the provider', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const admin = await addAdmin(shop)
  const id = await placeOrder(customer.call, part)
  const secret = await startPayment(customer.call, id)
  await cards.pay(secret)
  await report(id)
  await admin.call('PATCH', `/shipped/${id}`)
  expect(await settleIntent(parseIntentId(secret), { refundedCents: 2500 })).toEqual({
    outcome: 'already',
    refunds: [],
    mails: [],
  })
  expect((await order(id)).status).toBe('Shipped')
})

test('cancels the open payments of a banned user at the provider', async () => {
  const banned = await addCustomer(shop)
  const id = await placeOrder(banned.call, part)
  const secret = await startPayment(banned.call, id)
  const admin = await addAdmin(shop)
  await admin.call('PUT', `/api/users/${banned.email}/ban`, { reason: 'Fraud' })
  await waitUntil('it is closed', async () => {
    return (await cards.intentsOf(id))[0]?.status === 'canceled'
  })
  expect((await cards.pay(secret)).error).toBeDefined()
  expect((await admin.call('GET', `/booking/${id}`)).body.status).toBe('Pending')
})
