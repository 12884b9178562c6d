import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../tests/support/database/locks.ts'
import { cardsAt, checkBooks } from '../../../tests/support/shop/books.ts'
import { tally } from '../../../tests/support/shop/calls.ts'
import { type Cards, cardsOf } from '../../../tests/support/shop/cards.ts'
import { inboxOf } from '../../../tests/support/shop/inbox.ts'
import { placeOrder, placePaidOrder } from '../../../tests/support/shop/orders.ts'
import { addPart, stockOf } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { beginRefund, finishRefund } from '../orders/refund-marks.ts'
import { ProviderUnavailable } from './provider/provider.ts'
import { finishRefunds, refundOrder } from './refund-order.ts'

let shop: TestShop
let cards: Cards
let customer: Person
let admin: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, roundsEveryMs: 50 })
  cards = cardsOf(shop)
  customer = await addCustomer(shop)
  admin = await addAdmin(shop)
  part = await addPart(shop, { stock: 100_000 })
})
afterEach(async () => {
  await cards.unset()
  await cards.releaseWebhooks()
})
afterAll(async () => {
  await checkBooks({ ...shop, patienceMs: 15_000 })
  await shop.close()
})

const refund = (id: string) => admin.call('POST', `/api/orders/${id}/refund`)
const ship = (id: string) => admin.call('PATCH', `/shipped/${id}`)
const paidOrder = () => placePaidOrder(customer.call, cards, part)
const order = async (id: string) => (await admin.call('GET', `/api/orders/${id}`)).body

const refundsOf = async (id: string) => {
  const [intent] = await cards.intentsOf(id)
  return (await cards.refunds()).filter(({ payment_intent }) => payment_intent === intent?.id)
}

const eventsOf = async (id: string) => {
  const rows = await shop.db
    .selectFrom('order_events')
    .select(['kind', 'by_user'])
    .where('order_id', '=', id)
    .orderBy('at')
    .execute()
  return rows.filter(({ kind }) => kind.startsWith('refund'))
}

/** Holds calls that refund at the provider until `release` is called. */
function heldRefunds({ db, sandbox }: TestShop) {
  const called: string[] = []
  const released = Promise.withResolvers<void>()
  const provider = cardsAt(sandbox?.url as string)
  const deps = {
    db,
    cards: {
      ...provider,
      async refundIntent(id: string) {
        called.push(id)
        await released.promise
        return provider.refundIntent(id)
      },
    },
    queueMail: async () => {},
    partsChanged: () => {},
  }
  return { deps, called, release: released.resolve }
}

const beganLongAgo = (id: string) =>
  sql`update orders set refund_began_at = now() - interval '1 minute' where id = ${id}`.execute(
    shop.db,
  )

const isRefunded = (id: string) =>
  waitUntil('it is refunded', async () => (await order(id)).stage === 'Refunded')

test('a refund gives the money and the pieces back, and the order is gone from the lists', async () => {
  const own = await addPart(shop, { stock: 100 })
  const buyer = await addCustomer(shop)
  const id = await placePaidOrder(buyer.call, cards, own)
  expect((await refund(id)).body).toEqual({ modifiedCount: 1 })
  expect(await refundsOf(id)).toMatchObject([{ amount: 2500 }])
  expect(await stockOf(shop, own)).toEqual({ onHand: 100, reserved: 0 })
  expect((await shop.visit('GET', `/parts/${own}`)).body.availableQuantity).toBe(100)
  expect((await buyer.call('GET', `/myOrders?client=${buyer.email}`)).body).toEqual([])
  expect((await buyer.call('GET', `/booking/${id}`)).status).toBe(404)
  expect((await buyer.call('GET', `/api/orders/${id}`)).body.stage).toBe('Refunded')
  expect(await eventsOf(id)).toEqual([
    { kind: 'refund_begun', by_user: admin.id },
    { kind: 'refunded', by_user: admin.id },
  ])
  await waitUntil('the mail has come', async () =>
    (await inboxOf(shop).to(buyer.email)).some(({ subject }) => /goes back to you/.test(subject)),
  )
})

test('what is refunded is not refunded again', async () => {
  const id = await paidOrder()
  await refund(id)
  expect((await refund(id)).body).toEqual({ modifiedCount: 0 })
  expect(await refundsOf(id)).toHaveLength(1)
})

test('only a paid order that is not shipped is refunded', async () => {
  const [unpaid, shipped, cancelled] = [
    await placeOrder(customer.call, part),
    await paidOrder(),
    await placeOrder(customer.call, part),
  ]
  await ship(shipped)
  await admin.call('DELETE', `/booking/${cancelled}`)
  const answers = await Promise.all([unpaid, shipped, cancelled, randomUUIDv7()].map(refund))
  expect(answers.map(({ body }) => body.code)).toEqual([
    'order_not_paid',
    'order_shipped',
    'order_missing',
    'order_missing',
  ])
})

test('only staff refund, repair, and see payments', async () => {
  const id = await paidOrder()
  for (const [method, path] of [
    ['POST', `/api/orders/${id}/refund`],
    ['POST', `/api/orders/${id}/repair`],
    ['GET', `/api/orders/${id}/payments`],
  ] as const) {
    expect((await customer.call(method, path)).body.code).toBe('role_insufficient')
    expect((await shop.visit(method, path)).body.code).toBe('token_missing')
    expect((await admin.call(method, path.replace(id, '1'))).body.code).toBe('input_invalid')
  }
  expect((await order(id)).stage).toBe('Paid')
})

test('while the provider is away a refund has begun, nothing is shipped, and asking again finishes it', async () => {
  const id = await paidOrder()
  await cards.set({ failNext: { count: 100, status: 503, path: '/v1/refunds' } })
  const answer = await refund(id)
  expect([answer.status, answer.body.code]).toEqual([503, 'refund_unfinished'])
  expect((await ship(id)).body.code).toBe('refund_begun')
  expect((await order(id)).stage).toBe('Paid')
  await cards.unset()
  expect((await refund(id)).body).toEqual({ modifiedCount: 1 })
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['refund_begun', 'refunded'])
})

test('a refund whose answer was lost again and again is one refund', async () => {
  const id = await paidOrder()
  await cards.set({ failNext: { count: 3, status: 'cut', when: 'after', path: '/v1/refunds' } })
  await refund(id)
  expect((await refund(id)).status).toBe(200)
  expect(await refundsOf(id)).toHaveLength(1)
  expect((await order(id)).stage).toBe('Refunded')
})

test.each(['before', 'after'] as const)(
  'a refund that was cut off %s the money went back is finished by the shop',
  async (when) => {
    const id = await paidOrder()
    await cards.set({ holdWebhooks: true })
    await cards.set({ failNext: { count: 100, status: 'cut', when, path: '/v1/refunds' } })
    expect((await refund(id)).body.code).toBe('refund_unfinished')
    await cards.unset()
    await cards.set({ holdWebhooks: true })
    await beganLongAgo(id)
    await isRefunded(id)
    expect(await refundsOf(id)).toHaveLength(1)
    expect((await eventsOf(id)).at(-1)).toEqual({ kind: 'refunded', by_user: admin.id })
  },
)

test('a payment that the provider will not refund leaves the order as it was', async () => {
  await cards.set({ holdWebhooks: true })
  const id = await paidOrder()
  const callIt = (name: string, was: string) =>
    sql`with intent as (update payment_intents set id = ${name} where id = ${was})
      update orders set transaction_id = ${name} where id = ${id}`.execute(shop.db)
  const [intent] = await cards.intentsOf(id)
  const real = intent?.id as string
  await callIt('pi_of_somebody_else', real)
  const answer = await refund(id)
  expect([answer.status, answer.body.code]).toEqual([409, 'refund_refused'])
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['refund_begun', 'refund_withdrawn'])
  await callIt(real, 'pi_of_somebody_else')
  expect((await ship(id)).body).toEqual({ modifiedCount: 1 })
})

test('a refund that fails for an unknown reason stays begun', async () => {
  const id = await paidOrder()
  const { deps } = heldRefunds(shop)
  const refundIntent = async () => {
    throw new Error('planted')
  }
  const failing = { ...deps, cards: { ...deps.cards, refundIntent } }
  await expect(refundOrder(failing, id, admin.id)).rejects.toThrow('planted')
  expect((await ship(id)).body.code).toBe('refund_begun')
  await refund(id)
})

test('records no refund of a payment that belongs to another order', async () => {
  const [orderId, other] = [await paidOrder(), await paidOrder()]
  const { transactionId } = (await customer.call('GET', `/booking/${other}`)).body
  const refunded = await shop.db
    .transaction()
    .execute((tx) => finishRefund(tx, { orderId, transactionId }, 're_1'))
  expect(refunded).toBeUndefined()
  for (const id of [orderId, other]) expect((await order(id)).stage).toBe('Paid')
})

test('ten concurrent refunds of an order refund it once', async () => {
  await cards.set({ holdWebhooks: true })
  const id = await paidOrder()
  const { deps, called, release } = heldRefunds(shop)
  const results = queueForLock(
    shop.db,
    lockRow('orders', id),
    Array.from({ length: 10 }, () => () => refundOrder(deps, id, admin.id)),
  )
  await waitUntil('all ten call the provider', () => called.length === 10)
  release()
  expect(await results).toEqual(Array(10).fill({ refunded: 1 }))
  expect(await eventsOf(id)).toEqual([
    { kind: 'refund_begun', by_user: admin.id },
    { kind: 'refunded', by_user: admin.id },
  ])
  expect((await order(id)).stage).toBe('Refunded')
  expect(await refundsOf(id)).toHaveLength(1)
})

test('a refund that a webhook records first is reported as done', async () => {
  const id = await paidOrder()
  const { deps, called, release } = heldRefunds(shop)
  const result = refundOrder(deps, id, admin.id)
  await waitUntil('it calls the provider', () => called.length === 1)
  await cards.ask('POST', '/refunds', { payment_intent: called[0] as string })
  await isRefunded(id)
  release()
  expect(await result).toEqual({ refunded: 1 })
  expect(await refundsOf(id)).toHaveLength(1)
})

test.each([
  ['refund', 'Refunded', 'refund_begun'],
  ['shipment', 'Shipped', 'order_shipped'],
] as const)(
  'of a refund and a shipment, the %s that comes first leaves the order %s',
  async (first, stage, code) => {
    const own = await addPart(shop, { stock: 100 })
    // A late webhook would wait for the order too.
    await cards.set({ holdWebhooks: true })
    const id = await placePaidOrder(customer.call, cards, own)
    const both = [() => refund(id), () => ship(id)]
    const answers = await queueForLock(
      shop.db,
      lockRow('orders', id),
      first === 'refund' ? both : both.toReversed(),
    )
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [409, code],
    ])
    expect((await order(id)).stage).toBe(stage)
    expect(await refundsOf(id)).toHaveLength(first === 'refund' ? 1 : 0)
    expect(await stockOf(shop, own)).toEqual({ onHand: first === 'refund' ? 100 : 90, reserved: 0 })
  },
)

test('while the provider’s own word of a refund comes in, the refund is one', async () => {
  await cards.set({ webhookDelayMs: 0, doubleWebhooks: true })
  const ids = await Promise.all(Array.from({ length: 8 }, paidOrder))
  const answers = await Promise.all(ids.map(refund))
  expect(tally(answers)).toEqual({ '200': 8 })
  for (const id of ids) {
    expect((await order(id)).stage).toBe('Refunded')
    expect((await eventsOf(id)).filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  }
})

test('what somebody refunds at the provider by hand is refunded in the shop', async () => {
  const id = await paidOrder()
  const [intent] = await cards.intentsOf(id)
  await cards.ask('POST', `/refunds`, { payment_intent: intent?.id as string })
  await isRefunded(id)
  expect((await eventsOf(id)).map(({ kind, by_user }) => [kind, by_user])).toEqual([
    ['refunded', null],
  ])
})

test('a refund about which the provider never answers does not hold up the others', async () => {
  const quiet = await startTestShop({ sandbox: true })
  const dealer = await addCustomer(quiet)
  const own = await addPart(quiet, { stock: 100 })
  const [silent, other, begun] = [
    await placePaidOrder(dealer.call, cardsOf(quiet), own),
    await placePaidOrder(dealer.call, cardsOf(quiet), own),
    await placePaidOrder(dealer.call, cardsOf(quiet), own),
  ]
  const { db, app } = quiet
  // Until it was paid, the rounds tried to lapse it.
  await sql`update orders set lapse_again_at = now() + interval '1 hour'
    where id = ${other}`.execute(db)
  await beginRefund(db, other, dealer.id)
  await sql`update orders set refund_began_at = now() - interval '1 minute'
    where id = ${other}`.execute(db)
  // The request that began this one may still be at work.
  await beginRefund(db, begun, dealer.id)
  const { rows } = await sql<{ transaction_id: string }>`
    update orders set refund_began_at = now() - interval '2 minutes'
    where id = ${silent} returning transaction_id`.execute(db)
  const asked: string[] = []
  const provider = {
    ...cardsAt(quiet.sandbox?.url as string),
    async refundIntent(id: string) {
      asked.push(id)
      if (id === rows[0]?.transaction_id) throw new ProviderUnavailable('planted')
      return `re_of_${id}`
    },
  }
  const finish = () =>
    finishRefunds({
      db,
      cards: provider,
      queueMail: async () => {},
      partsChanged: () => {},
      log: app.log,
    })
  expect(await finish()).toBe(0)
  await sql`update orders set lapse_again_at = lapse_again_at - interval '30 seconds'`.execute(db)
  expect(await finish()).toBe(1)
  expect(asked).toHaveLength(3)
  await sql`update orders set lapse_again_at = now() where lapse_again_at is not null`.execute(db)
  expect(await finish()).toBe(0)
  expect(asked).toHaveLength(4)
  const { body } = await dealer.call('GET', `/api/orders/${other}`)
  expect(body.stage).toBe('Refunded')
  await quiet.close()
})
