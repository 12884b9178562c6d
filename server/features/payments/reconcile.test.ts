import { once } from 'node:events'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import {
  closeWithConsistentLedger,
  createCardProvider,
  expectConsistentLedger,
} from '../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'
import {
  createSucceededEvent,
  postEvent,
  signPayload,
} from '../../../tests/support/shop/webhook-events.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { ProviderUnavailable } from './card-provider/provider.ts'
import { createReconciler } from './reconcile.ts'
import { webhookRoute } from './webhook.ts'

let shop = await startTestShop({ sandbox: true, jobsEveryMs: 250 })
const cards = createCardClient(shop)
await cards.setFaults({ holdWebhooks: true })
const customer = await addCustomer(shop)
const part = await addPart(shop, { stock: 10_000 })
afterAll(() => closeWithConsistentLedger(shop))

const makeDue = (id: string) =>
  sql`update payment_intents set next_check_at = now() where order_id = ${id}`.execute(shop.db)

/** Reads the database's clock, in seconds. */
async function readDatabaseTime(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp())::float8 as seconds`.execute(shop.db)
  return rows[0]?.seconds as number
}

const intentOf = (id: string) =>
  shop.db
    .selectFrom('payment_intents')
    .selectAll()
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()

test('settles a payment after its event and its report were lost', async () => {
  const id = await placeOrder(customer.call, part)
  await cards.pay(await startPayment(customer.call, id))
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Pending')
  await makeDue(id)
  await waitUntil('the order is paid', async () => {
    return (await customer.call('GET', `/booking/${id}`)).body.status === 'Paid'
  })
})

test('checks an open payment at growing intervals', async () => {
  const id = await placeOrder(customer.call, part)
  await startPayment(customer.call, id)
  for (const [checks, seconds] of [
    [1, 30],
    [2, 60],
    [3, 120],
  ] as const) {
    const before = await readDatabaseTime()
    await makeDue(id)
    const intent = await waitUntil('it was checked', async () => {
      const now = await intentOf(id)
      return now.checks === checks && now
    })
    const next = intent.next_check_at.getTime() / 1000
    expect(next - before).toBeGreaterThanOrEqual(seconds)
    expect(next - (await readDatabaseTime())).toBeLessThanOrEqual(seconds)
  }
  await sql`update payment_intents set checks = 1000 where order_id = ${id}`.execute(shop.db)
  await makeDue(id)
  const intent = await waitUntil('it was checked', async () => {
    const now = await intentOf(id)
    return now.checks === 1001 && now
  })
  expect(intent.next_check_at.getTime() - Date.now()).toBeLessThanOrEqual(600_000)
})

test('marks a payment as cancelled if it was cancelled at the provider', async () => {
  const id = await placeOrder(customer.call, part)
  const secret = await startPayment(customer.call, id)
  await cards.callApi('POST', `/payment_intents/${secret.split('_secret_')[0]}/cancel`)
  await makeDue(id)
  await waitUntil('it is closed', async () => (await intentOf(id)).state === 'cancelled')
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Pending')
})

test('settles other payments if one cannot be checked', async () => {
  const [one, two] = [await placeOrder(customer.call, part), await placeOrder(customer.call, part)]
  const first = await startPayment(customer.call, one)
  await cards.pay(await startPayment(customer.call, two))
  const path = `/v1/payment_intents/${first.split('_secret_')[0]}`
  await cards.setFaults({ failNext: { count: 3, status: 500, when: 'before', path } })
  await makeDue(one)
  await makeDue(two)
  await waitUntil('the other order is paid', async () => {
    return (await customer.call('GET', `/booking/${two}`)).body.status === 'Paid'
  })
})

test('checks all open payments immediately after an outage of the provider', async () => {
  const [missed, checked] = [
    await placeOrder(customer.call, part),
    await placeOrder(customer.call, part),
  ]
  await cards.pay(await startPayment(customer.call, missed))
  await sql`update payment_intents set next_check_at = now() + interval '1 hour'
    where order_id = ${missed}`.execute(shop.db)
  await startPayment(customer.call, checked)
  const dueCount = sql<{ due: number }>`select count(*)::int as due from payment_intents
    where state = 'open' and next_check_at <= now()`
  await waitUntil('nothing else is due', async () => {
    return (await dueCount.execute(shop.db)).rows[0]?.due === 0
  })
  await cards.setFaults({ failNext: { count: 1000, status: 503 } })
  await makeDue(checked)
  await waitUntil('the failed check is not counted', async () => {
    const { checks, next_check_at } = await intentOf(checked)
    return checks === 0 && next_check_at > new Date()
  })
  await cards.clearFaults()
  await cards.setFaults({ holdWebhooks: true })
  await makeDue(checked)
  await waitUntil('the order is paid', async () => {
    return (await customer.call('GET', `/booking/${missed}`)).body.status === 'Paid'
  })
})

test('closes the payment of a banned user after an outage of the provider', async () => {
  const [admin, banned] = [await addAdmin(shop), await addCustomer(shop)]
  const id = await placeOrder(banned.call, part)
  await startPayment(banned.call, id)
  await cards.setFaults({ failNext: { count: 1000, status: 503 } })
  const intents = shop.db.updateTable('payment_intents').where('order_id', '=', id)
  await intents.set({ next_check_at: sql`now() + interval '1 day'` }).execute()
  const { body } = await admin.call('PUT', `/api/users/${banned.email}/ban`, { reason: 'Fraud' })
  expect(body).toEqual({ modifiedCount: 1 })
  const isDueSoon = intents.where('next_check_at', '<', sql<Date>`now() + interval '1 hour'`)
  await waitUntil('it is due', async () => {
    const { numUpdatedRows } = await isDueSoon.set({ checks: 0 }).executeTakeFirst()
    return numUpdatedRows > 0n
  })
  expect((await intentOf(id)).state).toBe('open')
  await cards.clearFaults()
  await cards.setFaults({ holdWebhooks: true })
  await makeDue(id)
  await waitUntil('it is closed', async () => (await intentOf(id)).state === 'cancelled')
})

test('checks all open payments immediately if an event arrived during a database outage', async () => {
  const id = await placeOrder(customer.call, part)
  await cards.pay(await startPayment(customer.call, id))
  await sql`update payment_intents set next_check_at = now() + interval '1 hour'
    where order_id = ${id}`.execute(shop.db)
  // Simulates a database outage: nothing can be settled, and the event cannot be stored.
  await sql`alter table provider_events rename to provider_events_unavailable`.execute(shop.db)
  await sql`alter table order_events rename to order_events_unavailable`.execute(shop.db)
  await cards.releaseWebhooks()
  await waitUntil('the event has failed', () => shop.errors.length > 0)
  await cards.setFaults({ holdWebhooks: true })
  await sql`alter table order_events_unavailable rename to order_events`.execute(shop.db)
  await sql`alter table provider_events_unavailable rename to provider_events`.execute(shop.db)
  await waitUntil('the order is paid', async () => {
    return (await customer.call('GET', `/booking/${id}`)).body.status === 'Paid'
  })
  // A failed attempt may log its error until the event is delivered.
  await cards.releaseWebhooks()
  await waitUntil('all events are delivered', async () =>
    (await cards.webhooks()).every(({ deliveredAt }) => deliveredAt !== null),
  )
  await cards.setFaults({ holdWebhooks: true })
  shop.errors.length = 0
})

test('checks all open payments as soon as the shop starts', async () => {
  const id = await placeOrder(customer.call, part)
  await cards.pay(await startPayment(customer.call, id))
  await sql`update payment_intents set next_check_at = now() + interval '1 hour'
    where order_id = ${id}`.execute(shop.db)
  shop = await shop.reopen()
  await waitUntil('the order is paid', async () => {
    return (await customer.call('GET', `/booking/${id}`)).body.status === 'Paid'
  })
})

describe('a run of the reconciler', () => {
  let ownShop: TestShop
  let buyer: TestUser
  let ownPart: string
  let deps: Parameters<typeof createReconciler>[0]
  let reconciler: ReturnType<typeof createReconciler>

  beforeAll(async () => {
    ownShop = await startTestShop({ sandbox: true })
    await createCardClient(ownShop).setFaults({ holdWebhooks: true })
    buyer = await addCustomer(ownShop)
    ownPart = await addPart(ownShop)
    deps = {
      db: ownShop.db,
      cards: createCardProvider(ownShop.sandbox?.url as string),
      queueMail: async () => {},
      partsChanged: () => {},
      log: ownShop.app.log,
    }
    reconciler = createReconciler(deps)
    // The first run checks every open payment.
    await reconciler.reconcile()
  })
  afterAll(async () => {
    await expectConsistentLedger(ownShop)
    await ownShop.close()
  })

  const statusOf = async (id: string) => (await buyer.call('GET', `/booking/${id}`)).body.status
  const postponeCheck = (id: string) =>
    sql`update payment_intents set next_check_at = now() + interval '1 hour'
      where order_id = ${id}`.execute(ownShop.db)

  const EVENT = {
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'stripe-signature': 'good', 'content-type': 'application/json' },
  } as const

  async function openReceiver(readIntent: () => Promise<never>, reportMissedEvent: () => void) {
    const readEvent = () => ({ id: 'evt_1', type: 'payment_intent.succeeded', intentId: 'pi_1' })
    const receiver = Fastify()
    const cards = { ...deps.cards, readEvent, readIntent }
    await receiver.register(webhookRoute, { ...deps, cards, reportMissedEvent })
    return receiver
  }

  test('cancels another open payment of a paid order', async () => {
    const id = await placeOrder(buyer.call, ownPart)
    const first = await startPayment(buyer.call, id)
    // Simulates a lost first payment, so that the order has two.
    await sql`update payment_intents set state = 'cancelled' where order_id = ${id}`.execute(
      ownShop.db,
    )
    const second = await startPayment(buyer.call, id)
    await postponeCheck(id)
    await createCardClient(ownShop).pay(first)
    const payload = createSucceededEvent(first.split('_secret_')[0])
    expect((await postEvent(ownShop.url, payload, signPayload(payload))).status).toBe(200)
    expect(await statusOf(id)).toBe('Paid')
    await reconciler.reconcile()
    const intents = await createCardClient(ownShop).intentsOf(id)
    const statuses = new Map(intents.map((intent) => [intent.client_secret, intent.status]))
    expect([statuses.get(first), statuses.get(second)]).toEqual(['succeeded', 'canceled'])
  })

  test('checks every open payment after an event that could not be processed', async () => {
    const id = await placeOrder(buyer.call, ownPart)
    await createCardClient(ownShop).pay(await startPayment(buyer.call, id))
    await postponeCheck(id)
    const closed = await placePaidOrder(buyer.call, createCardClient(ownShop), ownPart)
    await postponeCheck(closed)
    await reconciler.reconcile()
    expect(await statusOf(id)).toBe('Pending')

    const receiver = await openReceiver(async () => {
      throw new ProviderUnavailable('planted')
    }, reconciler.reportMissedEvent)
    const { statusCode } = await receiver.inject({ ...EVENT, payload: '{}' })
    await receiver.close()
    expect(statusCode).toBe(503)
    await reconciler.reconcile()
    expect(await statusOf(id)).toBe('Paid')
    const { rows } = await sql`select from payment_intents
      where order_id = ${closed} and next_check_at > now()`.execute(ownShop.db)
    expect(rows).toHaveLength(1)
  })

  test('notices an event that could not be processed after the provider has disconnected', async () => {
    const provider = new AbortController()
    const reportMissedEvent = vi.fn()
    const receiver = await openReceiver(async () => {
      const [connection] = await connected
      provider.abort()
      await once(connection, 'close')
      throw new ProviderUnavailable('planted')
    }, reportMissedEvent)
    const connected = once(receiver.server, 'connection')
    const url = await receiver.listen({ port: 0, host: '127.0.0.1' })
    const sent = fetch(url + EVENT.url, { ...EVENT, body: '{}', signal: provider.signal })
    await expect(sent).rejects.toThrow('aborted')
    await waitUntil('it is reported', () => reportMissedEvent.mock.calls.length > 0)
    await receiver.close()
  })

  test('skips a payment that another process has locked', async () => {
    const [locked, other] = [
      await placeOrder(buyer.call, ownPart),
      await placeOrder(buyer.call, ownPart),
    ]
    for (const id of [locked, other]) await startPayment(buyer.call, id)
    await sql`update payment_intents set next_check_at = now()
      where order_id in (${locked}, ${other})`.execute(ownShop.db)
    await ownShop.db.transaction().execute(async (tx) => {
      await sql`select from payment_intents where order_id = ${locked} for update`.execute(tx)
      expect(await reconciler.reconcile()).toBe(1)
    })
    expect(await reconciler.reconcile()).toBe(1)
  })

  test('ends when the provider does not respond, regardless of the number of due payments', async () => {
    // These are more payments than one batch contains.
    await sql`with placed as (
        insert into orders (id, user_id, email, name, phone, address, total_cents, reserved_until)
        select gen_random_uuid(), id, email, name, '1', 'Hamburg', 500, now() + interval '1 day'
        from users, generate_series(1, 21) where id = ${buyer.id} returning id)
      insert into payment_intents (id, order_id, attempt, amount_cents, currency, state)
      select 'pi_due_' || id, id, 1, 500, 'usd', 'open' from placed`.execute(ownShop.db)
    const readIntent = async () => {
      throw new ProviderUnavailable('planted')
    }
    const { reconcile } = createReconciler({ ...deps, cards: { ...deps.cards, readIntent } })
    expect(await reconcile()).toBe(5)
    await sql`delete from payment_intents where starts_with(id, 'pi_due_')`.execute(ownShop.db)
    await sql`delete from orders where address = 'Hamburg'`.execute(ownShop.db)
  })
})
