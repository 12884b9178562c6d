import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenRules, cardsAt, checkBooks } from '../../../tests/support/shop/books.ts'
import { type Cards, cardsOf } from '../../../tests/support/shop/cards.ts'
import { beginPayment, placeOrder, placePaidOrder } from '../../../tests/support/shop/orders.ts'
import { addPart, stockOf } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { readOrderPayments } from './order-payments.ts'

let shop: TestShop
let cards: Cards
let customer: Person
let admin: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = cardsOf(shop)
  await cards.set({ holdWebhooks: true })
  customer = await addCustomer(shop)
  admin = await addAdmin(shop)
  part = await addPart(shop, { stock: 100_000 })
})
afterEach(async () => {
  await cards.unset()
  await cards.set({ holdWebhooks: true })
  await checkBooks(shop)
})
afterAll(() => shop.close())

const repair = (id: string) => admin.call('POST', `/api/orders/${id}/repair`)
const payments = async (id: string) => (await admin.call('GET', `/api/orders/${id}/payments`)).body
const stageOf = async (id: string) => (await admin.call('GET', `/api/orders/${id}`)).body.stage
const intentOf = (secret: string) => secret.split('_secret_')[0] as string
const disagreementsOf = async (id: string) =>
  (await payments(id)).intents.map((intent: { disagreement: string | null }) => intent.disagreement)

const repairsOf = (id: string) =>
  shop.db
    .selectFrom('order_events')
    .select(['by_user', 'detail'])
    .where('order_id', '=', id)
    .where('kind', '=', 'repaired')
    .execute()

/** An order that was paid, of which no word has reached the shop. */
async function paidUnheard() {
  const id = await placeOrder(customer.call, part)
  const intent = intentOf(await payIt(id))
  return { id, intent }
}

async function payIt(id: string) {
  const secret = await beginPayment(customer.call, id)
  expect((await cards.pay(secret)).status).toBe('succeeded')
  return secret
}

test('the staff see a payment in the books beside the provider’s', async () => {
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

test('the provider’s events are shown with what the shop made of them', async () => {
  const { id, intent } = await paidUnheard()
  await cards.releaseWebhooks()
  const events = await waitUntil('all have come', async () => {
    const { events } = await payments(id)
    return events.length === 3 && events
  })
  const outcomes = Object.fromEntries(
    events.map(({ type, outcome }: { type: string; outcome: string }) => [type, outcome]),
  )
  expect(Object.keys(outcomes).toSorted()).toEqual([
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
  ])
  expect(outcomes['charge.succeeded']).toBe('nothing to do')
  expect(events.every(({ intentId }: { intentId: string }) => intentId === intent)).toBe(true)
  expect(await stageOf(id)).toBe('Paid')
})

test('an event that could not be dealt with says so until it could', async () => {
  const { id } = await paidUnheard()
  await cards.set({ failNext: { count: 1000, status: 503 } })
  await cards.releaseWebhooks()
  const outcomesOf = async () => {
    const { rows } = await sql<{ outcome: string | null }>`
      select outcome from provider_events e join payment_intents i on i.id = e.intent_id
      where order_id = ${id} and type = 'payment_intent.succeeded'`.execute(shop.db)
    return rows.map(({ outcome }) => outcome)
  }
  await waitUntil('it has come in vain', async () => (await outcomesOf()).length === 1)
  expect(await outcomesOf()).toEqual([null])
  await cards.unset()
  await cards.releaseWebhooks()
  await waitUntil('it was dealt with', async () => (await outcomesOf())[0] !== null)
  expect(await stageOf(id)).toBe('Paid')
})

test('a payment of which no word came is seen, and repaired once', async () => {
  const { id, intent } = await paidUnheard()
  expect(await disagreementsOf(id)).toEqual([
    'The money has arrived, and the order is not paid by it.',
  ])
  expect((await repair(id)).body).toEqual({ did: [`The order became paid by ${intent}.`] })
  expect(await stageOf(id)).toBe('Paid')
  expect((await repair(id)).body).toEqual({ did: [] })
  expect(await repairsOf(id)).toEqual([
    { by_user: admin.id, detail: { did: [`The order became paid by ${intent}.`] } },
  ])
})

test('a payment that the books have lost is found at the provider', async () => {
  const { id, intent } = await paidUnheard()
  await sql`delete from payment_intents where id = ${intent}`.execute(shop.db)
  expect((await payments(id)).intents).toMatchObject([
    {
      id: intent,
      state: 'unknown',
      disagreement: 'The money has arrived by a payment that is not in the books.',
    },
  ])
  expect((await repair(id)).body.did).toEqual([`The order became paid by ${intent}.`])
  expect(await stageOf(id)).toBe('Paid')
})

test('staff see a payment that the books do not know only if it received money', async () => {
  const id = await placeOrder(customer.call, part)
  const provider = cardsAt(shop.sandbox?.url as string)
  const findIntents = async () =>
    [0, 1].map((receivedCents) => ({
      ...{ id: `pi_${receivedCents}`, clientSecret: '', state: 'succeeded' as const },
      ...{ amountCents: 2500, receivedCents, refundedCents: 0, currency: 'usd' },
      ...{ orderId: id, createdAt: new Date() },
    }))
  const deps = { db: shop.db, cards: { ...provider, findIntents } }
  expect(await readOrderPayments(deps, id)).toMatchObject({ intents: [{ id: 'pi_1' }] })
})

test('a paid order whose payment the books have lost has it again', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  await sql`delete from payment_intents where order_id = ${id}`.execute(shop.db)
  expect((await repair(id)).body.did).toHaveLength(1)
  expect(await disagreementsOf(id)).toEqual([null])
})

test('money for an order that was cancelled meanwhile goes back', async () => {
  const { id, intent } = await paidUnheard()
  await sql`update payment_intents set state = 'cancelled' where id = ${intent}`.execute(shop.db)
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  expect((await repair(id)).body.did).toEqual([`The money of ${intent} went back.`])
  expect(await disagreementsOf(id)).toEqual([null])
})

test('a payment that is cancelled on one side alone is closed on both', async () => {
  const [there, here] = [
    await placeOrder(customer.call, part),
    await placeOrder(customer.call, part),
  ]
  const [one, two] = [
    intentOf(await beginPayment(customer.call, there)),
    intentOf(await beginPayment(customer.call, here)),
  ]
  await cards.ask('POST', `/payment_intents/${one}/cancel`)
  await sql`update payment_intents set state = 'cancelled' where id = ${two}`.execute(shop.db)
  expect(await disagreementsOf(there)).toEqual([
    'It waits for money in the books, and is cancelled at the card provider.',
  ])
  expect(await disagreementsOf(here)).toEqual([
    'It is cancelled in the books, and can still be paid at the card provider.',
  ])
  expect((await repair(there)).body.did).toEqual([`Closed ${one}.`])
  await repair(here)
  for (const id of [there, here]) {
    expect(await disagreementsOf(id)).toEqual([null])
    await payIt(id)
    expect((await repair(id)).body.did).toHaveLength(1)
  }
})

test('a refund that was cut off is finished by a repair', async () => {
  const own = await addPart(shop, { stock: 100 })
  const id = await placePaidOrder(customer.call, cards, own)
  await cards.set({ failNext: { count: 100, status: 503, path: '/v1/refunds' } })
  expect((await admin.call('POST', `/api/orders/${id}/refund`)).status).toBe(503)
  expect((await repair(id)).body.code).toBe('provider_unavailable')
  await cards.unset()
  expect((await repair(id)).body.did).toEqual([
    expect.stringMatching(/^Finished the refund of pi_/),
  ])
  expect(await stageOf(id)).toBe('Refunded')
  expect(await stockOf(shop, own)).toEqual({ onHand: 100, reserved: 0 })
})

test('what was refunded by hand is refunded in the books; a part of it only the staff can judge', async () => {
  const [whole, part1] = [
    await placePaidOrder(customer.call, cards, part),
    await placePaidOrder(customer.call, cards, part),
  ]
  const [one] = await cards.intentsOf(whole)
  const [two] = await cards.intentsOf(part1)
  await cards.ask('POST', '/refunds', { payment_intent: one?.id as string })
  await cards.ask('POST', '/refunds', { payment_intent: two?.id as string, amount: '1000' })
  expect(await disagreementsOf(whole)).toEqual([
    'The money has gone back, and the books do not say so.',
  ])
  expect(await disagreementsOf(part1)).toEqual(['A part of the money has gone back.'])
  await repair(whole)
  expect(await stageOf(whole)).toBe('Refunded')
  expect((await repair(part1)).body.did).toEqual([])
  expect((await brokenRules(shop)).map(({ offenders }) => offenders)).toMatchObject([
    [{ order: part1, payment: two?.id, why: 'A part of the money has gone back.' }],
  ])
  await admin.call('POST', `/api/orders/${part1}/refund`)
})

test('a repair while the payment settles settles it once', async () => {
  const { id } = await paidUnheard()
  await cards.set({ webhookDelayMs: 0, doubleWebhooks: true })
  await Promise.all([
    repair(id),
    cards.releaseWebhooks(),
    customer.call('PATCH', `/booking/${id}`, {}),
    repair(id),
  ])
  expect(await stageOf(id)).toBe('Paid')
})

test('while the provider is away, nothing is shown and nothing repaired', async () => {
  const { id } = await paidUnheard()
  await cards.set({ failNext: { count: 1000, status: 'cut' } })
  for (const answer of [await repair(id), await admin.call('GET', `/api/orders/${id}/payments`)]) {
    expect([answer.status, answer.body.code]).toEqual([503, 'provider_unavailable'])
  }
  await cards.unset()
  expect(await repairsOf(id)).toEqual([])
  await repair(id)
})

test('an order that is not there has no payments and no repair', async () => {
  const id = randomUUIDv7()
  expect((await repair(id)).body.code).toBe('order_missing')
  expect((await payments(id)).code).toBe('order_missing')
})
