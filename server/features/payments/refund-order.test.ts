import { randomUUIDv7 } from 'node:crypto'
import { isRefusal } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { countOutcomes } from '../../../tests/support/shop/api-client.ts'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import { getInbox } from '../../../tests/support/shop/inbox.ts'
import { createCardProvider, expectConsistentLedger } from '../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, waitForOutbox } from '../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../tests/support/shop/parts.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { claimInterruptedRefund, recordRefund, startRefund } from '../orders/refund-steps.ts'
import { ProviderUnavailable } from './card-provider/provider.ts'
import { finishRefunds, refundOrder } from './refund-order.ts'

const shop = await startTestShop({ sandbox: true, jobsEveryMs: 250 })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const admin = await addAdmin(shop)
const part = await addPart(shop, { stock: 100_000 })
afterEach(async () => {
  await cards.clearFaults()
  await cards.releaseWebhooks()
})
afterAll(async () => {
  await expectConsistentLedger({ ...shop, timeoutMs: 15_000 })
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
function holdRefunds({ db, sandbox }: TestShop) {
  const called: string[] = []
  const released = Promise.withResolvers<void>()
  const provider = createCardProvider(sandbox?.url as string)
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

const backdateRefund = (id: string) =>
  sql`update orders set refund_began_at = now() - interval '1 minute' where id = ${id}`.execute(
    shop.db,
  )

const waitUntilRefunded = (id: string) =>
  waitUntil('it is refunded', async () => (await order(id)).stage === 'Refunded')

test('shows the reason of a refund to staff, but not to the customer', async () => {
  const id = await paidOrder()
  const refundFor = (reason: string) => admin.call('POST', `/api/orders/${id}/refund`, { reason })
  expect((await refundFor('x'.repeat(201))).status).toBe(400)
  await refundFor(' Ordered twice \ud800 ')
  const readReasons = async ({ call }: TestUser) =>
    (await call('GET', `/api/orders/${id}`)).body.steps.flatMap(
      ({ reason }: { reason: string | null }) => reason ?? [],
    )
  expect(await readReasons(admin)).toEqual(['Ordered twice \ufffd'])
  expect(await readReasons(customer)).toEqual([])
})

test('refunds the payment, releases the stock, and hides the order from the lists of active orders', async () => {
  const ownPart = await addPart(shop, { stock: 100 })
  const buyer = await addCustomer(shop)
  const id = await placePaidOrder(buyer.call, cards, ownPart)
  expect((await refund(id)).body).toEqual({ modifiedCount: 1 })
  expect(await refundsOf(id)).toMatchObject([{ amount: 2500 }])
  expect(await readStock(shop, ownPart)).toEqual({ onHand: 100, reserved: 0 })
  expect((await shop.call('GET', `/parts/${ownPart}`)).body.availableQuantity).toBe(100)
  expect((await buyer.call('GET', `/myOrders?client=${buyer.email}`)).body).toEqual([])
  expect((await buyer.call('GET', `/booking/${id}`)).status).toBe(404)
  expect((await buyer.call('GET', `/api/orders/${id}`)).body.stage).toBe('Refunded')
  expect(await eventsOf(id)).toEqual([
    { kind: 'refund_begun', by_user: admin.id },
    { kind: 'refunded', by_user: admin.id },
  ])
  await waitUntil('the mail has arrived', async () =>
    (await getInbox(shop).mailsTo(buyer.email)).some(({ subject }) =>
      /^Refund for your order/.test(subject),
    ),
  )
})

test('refunds an order only once', async () => {
  const id = await paidOrder()
  await refund(id)
  expect((await refund(id)).body).toEqual({ modifiedCount: 0 })
  expect(await refundsOf(id)).toHaveLength(1)
})

test('refuses to refund an unpaid, shipped, cancelled or unknown order', async () => {
  const [unpaid, shipped, cancelled] = [
    await placeOrder(customer.call, part),
    await paidOrder(),
    await placeOrder(customer.call, part),
  ]
  await ship(shipped)
  await admin.call('DELETE', `/booking/${cancelled}`)
  const responses = await Promise.all([unpaid, shipped, cancelled, randomUUIDv7()].map(refund))
  expect(responses.map(({ body }) => body.code)).toEqual([
    'order_not_paid',
    'order_shipped',
    'order_missing',
    'order_missing',
  ])
})

test('allows only staff to refund, repair and see payments', async () => {
  const id = await paidOrder()
  for (const [method, path] of [
    ['POST', `/api/orders/${id}/refund`],
    ['POST', `/api/orders/${id}/repair`],
    ['GET', `/api/orders/${id}/payments`],
  ] as const) {
    expect((await customer.call(method, path)).body.code).toBe('role_insufficient')
    expect((await shop.call(method, path)).body.code).toBe('token_missing')
    expect((await admin.call(method, path.replace(id, '1'))).body.code).toBe('input_invalid')
  }
  expect((await order(id)).stage).toBe('Paid')
})

test('keeps a refund pending during an outage, and finishes it on retry', async () => {
  const id = await paidOrder()
  await cards.setFaults({ failNext: { count: 100, status: 503, path: '/v1/refunds' } })
  const response = await refund(id)
  expect([response.status, response.body.code]).toEqual([503, 'refund_unfinished'])
  expect((await ship(id)).body.code).toBe('refund_begun')
  expect((await order(id)).stage).toBe('Paid')
  await cards.clearFaults()
  expect((await refund(id)).body).toEqual({ modifiedCount: 1 })
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['refund_begun', 'refunded'])
})

test('refunds once when responses of the provider are lost', async () => {
  const id = await paidOrder()
  await cards.setFaults({
    failNext: { count: 3, status: 'cut', when: 'after', path: '/v1/refunds' },
  })
  await refund(id)
  expect((await refund(id)).status).toBe(200)
  expect(await refundsOf(id)).toHaveLength(1)
  expect((await order(id)).stage).toBe('Refunded')
})

test.each(['before', 'after'] as const)(
  'finishes a refund if the connection was cut %s the provider refunded',
  async (when) => {
    const id = await paidOrder()
    await cards.setFaults({ holdWebhooks: true })
    await cards.setFaults({ failNext: { count: 100, status: 'cut', when, path: '/v1/refunds' } })
    expect((await refund(id)).body.code).toBe('refund_unfinished')
    await cards.clearFaults()
    await cards.setFaults({ holdWebhooks: true })
    await backdateRefund(id)
    await waitUntilRefunded(id)
    expect(await refundsOf(id)).toHaveLength(1)
    expect((await eventsOf(id)).at(-1)).toEqual({ kind: 'refunded', by_user: admin.id })
  },
)

test('withdraws a refund that the provider refuses', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await paidOrder()
  const renameIntent = (name: string, was: string) =>
    sql`with intent as (update payment_intents set id = ${name} where id = ${was})
      update orders set transaction_id = ${name} where id = ${id}`.execute(shop.db)
  const [intent] = await cards.intentsOf(id)
  const real = intent?.id as string
  await renameIntent('pi_of_another_account', real)
  const response = await refund(id)
  expect([response.status, response.body.code]).toEqual([409, 'refund_refused'])
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['refund_begun', 'refund_withdrawn'])
  await renameIntent(real, 'pi_of_another_account')
  expect((await ship(id)).body).toEqual({ modifiedCount: 1 })
})

test('keeps a refund pending if it fails for an unknown reason', async () => {
  const id = await paidOrder()
  const { deps } = holdRefunds(shop)
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
    .execute((tx) => recordRefund(tx, { orderId, transactionId }, 're_1'))
  expect(refunded).toBeUndefined()
  for (const id of [orderId, other]) expect((await order(id)).stage).toBe('Paid')
})

test('refunds an order once for ten concurrent requests', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await paidOrder()
  const { deps, called, release } = holdRefunds(shop)
  const results = runInLockOrder(
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

test('reports a refund as done if a webhook recorded it first', async () => {
  const id = await paidOrder()
  const { deps, called, release } = holdRefunds(shop)
  const result = refundOrder(deps, id, admin.id)
  await waitUntil('it calls the provider', () => called.length === 1)
  await cards.callApi('POST', '/refunds', { payment_intent: called[0] as string })
  await waitUntilRefunded(id)
  release()
  expect(await result).toEqual({ refunded: 1 })
  expect(await refundsOf(id)).toHaveLength(1)
})

test.each([
  ['refund', 'Refunded', 'refund_begun'],
  ['shipment', 'Shipped', 'order_shipped'],
] as const)(
  'allows only the first of a concurrent refund and shipment: after the %s the order is %s',
  async (first, stage, code) => {
    const ownPart = await addPart(shop, { stock: 100 })
    // A webhook would also wait for the lock of the order.
    await cards.setFaults({ holdWebhooks: true })
    const id = await placePaidOrder(customer.call, cards, ownPart)
    const { deps, release } = holdRefunds(shop)
    const requests = [
      async () => {
        const outcome = await refundOrder(deps, id, admin.id)
        return isRefusal(outcome) ? outcome.refused : 'done'
      },
      // The refund at the provider waits for the response to the shipment, because a refunded order is missing.
      async () => (await ship(id).finally(release)).body.code ?? 'done',
    ]
    const outcomes = await runInLockOrder(
      shop.db,
      lockRow('orders', id),
      first === 'refund' ? requests : requests.toReversed(),
    )
    expect(outcomes).toEqual(['done', code])
    expect((await order(id)).stage).toBe(stage)
    expect(await refundsOf(id)).toHaveLength(first === 'refund' ? 1 : 0)
    expect(await readStock(shop, ownPart)).toEqual({
      onHand: first === 'refund' ? 100 : 90,
      reserved: 0,
    })
  },
)

test('records a refund once while its webhooks arrive', async () => {
  await cards.setFaults({ webhookDelayMs: 0, doubleWebhooks: true })
  const ids = await Promise.all(Array.from({ length: 4 }, paidOrder))
  const responses = await Promise.all(ids.map(refund))
  expect(countOutcomes(responses)).toEqual({ '200': 4 })
  for (const id of ids) {
    expect((await order(id)).stage).toBe('Refunded')
    expect((await eventsOf(id)).filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  }
})

test('records a refund that staff made at the provider', async () => {
  const id = await paidOrder()
  const [intent] = await cards.intentsOf(id)
  await cards.callApi('POST', `/refunds`, { payment_intent: intent?.id as string })
  await waitUntilRefunded(id)
  expect((await eventsOf(id)).map(({ kind, by_user }) => [kind, by_user])).toEqual([
    ['refunded', null],
  ])
})

test('finishes other refunds when the provider does not respond for one of them', async () => {
  const ownShop = await startTestShop({ sandbox: true })
  const dealer = await addCustomer(ownShop)
  const ownPart = await addPart(ownShop, { stock: 100 })
  const ownCards = createCardClient(ownShop)
  // A webhook would lock its order, and finishRefunds skips locked orders.
  await ownCards.setFaults({ holdWebhooks: true })
  const [failing, other, recent] = [
    await placePaidOrder(dealer.call, ownCards, ownPart),
    await placePaidOrder(dealer.call, ownCards, ownPart),
    await placePaidOrder(dealer.call, ownCards, ownPart),
  ]
  const { db, app } = ownShop
  await waitForOutbox(db)
  // The expiry job tried to cancel this order before it was paid.
  await sql`update orders set retry_at = now() + interval '1 hour'
    where id = ${other}`.execute(db)
  await startRefund(db, other, dealer.id)
  await sql`update orders set refund_began_at = now() - interval '1 minute'
    where id = ${other}`.execute(db)
  // The request that started this refund may still be running.
  await startRefund(db, recent, dealer.id)
  const { rows } = await sql<{ transaction_id: string }>`
    update orders set refund_began_at = now() - interval '2 minutes'
    where id = ${failing} returning transaction_id`.execute(db)
  // Another process is working on the oldest refund.
  await db.transaction().execute(async (tx) => {
    await lockRow('orders', failing)(tx)
    expect((await claimInterruptedRefund(db))?.orderId).toBe(other)
  })
  await sql`update orders set retry_at = null where id = ${other}`.execute(db)
  const calledIds: string[] = []
  const provider = {
    ...createCardProvider(ownShop.sandbox?.url as string),
    async refundIntent(id: string) {
      calledIds.push(id)
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
  await sql`update orders set retry_at = retry_at - interval '30 seconds'`.execute(db)
  expect(await finish()).toBe(1)
  expect(calledIds).toHaveLength(3)
  await sql`update orders set retry_at = now() where retry_at is not null`.execute(db)
  expect(await finish()).toBe(0)
  expect(calledIds).toHaveLength(4)
  const { body } = await dealer.call('GET', `/api/orders/${other}`)
  expect(body.stage).toBe('Refunded')
  await ownShop.close()
})
