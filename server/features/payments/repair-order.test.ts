import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { createCardClient, parseIntentId } from '../../../tests/support/shop/cards.ts'
import {
  createCardProvider,
  expectConsistentLedger,
  findLedgerViolations,
} from '../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'
import {
  createSucceededEvent,
  postEvent,
  signPayload,
} from '../../../tests/support/shop/webhook-events.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { readOrderPayments } from './read-order-payments.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
await cards.setFaults({ holdWebhooks: true })
const customer = await addCustomer(shop)
const admin = await addAdmin(shop)
const part = await addPart(shop, { stock: 100_000 })
afterEach(async () => {
  await cards.clearFaults()
  await cards.setFaults({ holdWebhooks: true })
  await expectConsistentLedger(shop)
})
afterAll(() => shop.close())

const repair = (id: string) => admin.call('POST', `/api/orders/${id}/repair`)
const payments = async (id: string) => (await admin.call('GET', `/api/orders/${id}/payments`)).body
const stageOf = async (id: string) => (await admin.call('GET', `/api/orders/${id}`)).body.stage
const mismatchesOf = async (id: string) =>
  (await payments(id)).intents.map((intent: { disagreement: string | null }) => intent.disagreement)

const repairsOf = (id: string) =>
  shop.db
    .selectFrom('order_events')
    .select(['by_user', 'detail'])
    .where('order_id', '=', id)
    .where('kind', '=', 'repaired')
    .execute()

/** Pays an order without an event or a report. */
async function payUnnoticed() {
  const id = await placeOrder(customer.call, part)
  const intent = parseIntentId(await pay(id))
  return { id, intent }
}

async function pay(id: string) {
  const secret = await startPayment(customer.call, id)
  expect((await cards.pay(secret)).status).toBe('succeeded')
  return secret
}

test('shows staff the payment in the ledger and at the provider', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  const { intents, events } = await payments(id)
  expect(intents).toMatchObject([
    {
      amount: 25,
      state: 'settled',
      refundId: null,
      provider: { state: 'succeeded', received: 25, refunded: 0, currency: 'usd', orderId: id },
      disagreement: null,
    },
  ])
  expect(events).toEqual([])
})

test('shows the provider’s events with their outcomes', async () => {
  const { id, intent } = await payUnnoticed()
  await cards.releaseWebhooks()
  const events = await waitUntil('all events have arrived', async () => {
    const { events } = await payments(id)
    return events.length === 3 && events
  })
  const outcomes = Object.fromEntries(
    events.map(({ type, outcome }: { type: string; outcome: string }) => [type, outcome]),
  )
  expect(outcomes).toEqual({
    'charge.succeeded': 'no action needed',
    'payment_intent.created': expect.stringMatching(/^order .* paid$/),
    'payment_intent.succeeded': expect.stringMatching(/^order .* paid$/),
  })
  expect(events.every(({ intentId }: { intentId: string }) => intentId === intent)).toBe(true)
  expect(await stageOf(id)).toBe('Paid')
})

test('stores no outcome for an event until it is processed', async () => {
  const { id } = await payUnnoticed()
  await cards.setFaults({ failNext: { count: 1000, status: 503 } })
  await cards.releaseWebhooks()
  const outcomesOf = async () => {
    const { rows } = await sql<{ outcome: string | null }>`
      select outcome from provider_events e join payment_intents i on i.id = e.intent_id
      where order_id = ${id} and type = 'payment_intent.succeeded'`.execute(shop.db)
    return rows.map(({ outcome }) => outcome)
  }
  await waitUntil('it has failed', async () => (await outcomesOf()).length === 1)
  expect(await outcomesOf()).toEqual([null])
  await cards.clearFaults()
  await cards.releaseWebhooks()
  await waitUntil('it was processed', async () => (await outcomesOf())[0] !== null)
  expect(await stageOf(id)).toBe('Paid')
})

test('shows an unrecorded payment and records it once', async () => {
  const { id, intent } = await payUnnoticed()
  expect(await mismatchesOf(id)).toEqual([
    'The payment succeeded, but our records show it as unpaid.',
  ])
  expect((await repair(id)).body).toEqual({ did: [`Marked the order as paid by ${intent}.`] })
  expect(await stageOf(id)).toBe('Paid')
  expect((await repair(id)).body).toEqual({ did: [] })
  expect(await repairsOf(id)).toEqual([
    { by_user: admin.id, detail: { did: [`Marked the order as paid by ${intent}.`] } },
  ])
})

test('finds a payment at the provider that is missing in the ledger', async () => {
  const { id, intent } = await payUnnoticed()
  await sql`delete from payment_intents where id = ${intent}`.execute(shop.db)
  expect((await payments(id)).intents).toMatchObject([
    {
      id: intent,
      state: 'unknown',
      disagreement: 'The payment succeeded, but our records do not contain it.',
    },
  ])
  expect((await repair(id)).body.did).toEqual([`Marked the order as paid by ${intent}.`])
  expect(await stageOf(id)).toBe('Paid')
})

test('shows a payment that is missing in the ledger only if it received money', async () => {
  const id = await placeOrder(customer.call, part)
  const provider = createCardProvider(shop.sandbox?.url as string)
  const findIntents = async () =>
    [0, 1].map((receivedCents) => ({
      id: `pi_${receivedCents}`,
      clientSecret: '',
      state: 'succeeded' as const,
      amountCents: 2500,
      receivedCents,
      refundedCents: 0,
      currency: 'usd',
      orderId: id,
      createdAt: new Date(),
    }))
  const deps = { db: shop.db, cards: { ...provider, findIntents } }
  expect(await readOrderPayments(deps, id)).toMatchObject({ intents: [{ id: 'pi_1' }] })
})

test('does nothing about an unrecorded payment that the provider has cancelled', async () => {
  const id = await placeOrder(customer.call, part)
  const intent = parseIntentId(await startPayment(customer.call, id))
  await cards.callApi('POST', `/payment_intents/${intent}/cancel`)
  await sql`delete from payment_intents where order_id = ${id}`.execute(shop.db)
  expect((await repair(id)).body.did).toEqual([])
})

test('sorts the payments of an order by attempt number', async () => {
  const id = await placeOrder(customer.call, part)
  const first = parseIntentId(await startPayment(customer.call, id))
  await cards.callApi('POST', `/payment_intents/${first}/cancel`)
  await repair(id)
  const second = parseIntentId(await startPayment(customer.call, id))
  const setAttempt = (id: string, attempt: number) =>
    sql`update payment_intents set attempt = ${attempt} where id = ${id}`.execute(shop.db)
  await setAttempt(first, 9)
  await setAttempt(second, 8)
  expect((await payments(id)).intents).toMatchObject([{ id: second }, { id: first }])
})

test('restores the missing payment of a paid order', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  await sql`delete from payment_intents where order_id = ${id}`.execute(shop.db)
  expect((await repair(id)).body.did).toHaveLength(1)
  expect(await mismatchesOf(id)).toEqual([null])
})

test('refunds an unrecorded payment of a cancelled order', async () => {
  const { id, intent } = await payUnnoticed()
  await sql`update payment_intents set state = 'cancelled' where id = ${intent}`.execute(shop.db)
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  expect((await repair(id)).body.did).toEqual([`Refunded ${intent}.`])
  expect(await mismatchesOf(id)).toEqual([null])
})

test('cancels a payment in the ledger and at the provider if one of them has cancelled it', async () => {
  const [atProvider, inLedger] = [
    await placeOrder(customer.call, part),
    await placeOrder(customer.call, part),
  ]
  const [one, two] = [
    parseIntentId(await startPayment(customer.call, atProvider)),
    parseIntentId(await startPayment(customer.call, inLedger)),
  ]
  await cards.callApi('POST', `/payment_intents/${one}/cancel`)
  await sql`update payment_intents set state = 'cancelled' where id = ${two}`.execute(shop.db)
  expect(await mismatchesOf(atProvider)).toEqual([
    'The payment is open in our records but cancelled at the card provider.',
  ])
  expect(await mismatchesOf(inLedger)).toEqual([
    'The payment is cancelled in our records but can still be paid at the card provider.',
  ])
  expect((await repair(atProvider)).body.did).toEqual([`Cancelled ${one}.`])
  await repair(inLedger)
  for (const id of [atProvider, inLedger]) {
    expect(await mismatchesOf(id)).toEqual([null])
    await pay(id)
    expect((await repair(id)).body.did).toHaveLength(1)
  }
})

test('finishes an interrupted refund', async () => {
  const ownPart = await addPart(shop, { stock: 100 })
  const id = await placePaidOrder(customer.call, cards, ownPart)
  await cards.setFaults({ failNext: { count: 100, status: 503, path: '/v1/refunds' } })
  expect((await admin.call('POST', `/api/orders/${id}/refund`)).status).toBe(503)
  expect((await repair(id)).body.code).toBe('provider_unavailable')
  await cards.clearFaults()
  expect((await repair(id)).body.did).toEqual([
    expect.stringMatching(/^Finished the refund of pi_/),
  ])
  expect(await stageOf(id)).toBe('Refunded')
  expect(await readStock(shop, ownPart)).toEqual({ onHand: 100, reserved: 0 })
})

test('records a full refund that was made at the provider, but no partial one', async () => {
  const [full, partial] = [
    await placePaidOrder(customer.call, cards, part),
    await placePaidOrder(customer.call, cards, part),
  ]
  const [one] = await cards.intentsOf(full)
  const [two] = await cards.intentsOf(partial)
  await cards.callApi('POST', '/refunds', { payment_intent: one?.id as string })
  await cards.callApi('POST', '/refunds', { payment_intent: two?.id as string, amount: '1000' })
  expect(await mismatchesOf(full)).toEqual([
    'The payment was refunded, but our records do not show it.',
  ])
  expect(await mismatchesOf(partial)).toEqual(['The payment was partially refunded.'])
  await repair(full)
  expect(await stageOf(full)).toBe('Refunded')
  expect((await repair(partial)).body.did).toEqual([])
  expect((await findLedgerViolations(shop)).map(({ violations }) => violations)).toMatchObject([
    [{ order: partial, payment: two?.id, problem: 'The payment was partially refunded.' }],
  ])
  await admin.call('POST', `/api/orders/${partial}/refund`)
})

test('settles a payment once when staff, webhook and browser report it concurrently', async () => {
  const { id, intent } = await payUnnoticed()
  const sendEvent = () => {
    const event = createSucceededEvent(intent)
    return postEvent(shop.url, event, signPayload(event))
  }
  const report = () => customer.call('PATCH', `/booking/${id}`, {})
  const responses = await runInLockOrder(shop.db, lockRow('orders', id), [
    () => repair(id),
    sendEvent,
    report,
    () => repair(id),
    sendEvent,
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await stageOf(id)).toBe('Paid')
  const { rows } = await sql<{ kind: string }>`
    select kind from order_events where order_id = ${id} and kind in ('paid', 'repaired')
    union all select data ->> 'kind' from pgboss.job where name = 'mail'
      and data ->> 'kind' = 'order-paid' and data ->> 'orderId' = ${id}`.execute(shop.db)
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['order-paid', 'paid', 'repaired'])
  expect((await cards.refunds()).filter((one) => one.payment_intent === intent)).toEqual([])
})

test('refuses to show or repair payments during an outage of the provider', async () => {
  const { id } = await payUnnoticed()
  await cards.setFaults({ failNext: { count: 1000, status: 'cut' } })
  for (const response of [
    await repair(id),
    await admin.call('GET', `/api/orders/${id}/payments`),
  ]) {
    expect([response.status, response.body.code]).toEqual([503, 'provider_unavailable'])
  }
  await cards.clearFaults()
  expect(await repairsOf(id)).toEqual([])
  await repair(id)
})

test('refuses to repair an unknown order', async () => {
  const id = randomUUIDv7()
  expect((await repair(id)).body.code).toBe('order_missing')
  expect((await payments(id)).code).toBe('order_missing')
})
