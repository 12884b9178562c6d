import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardsAt, checkBooks } from '../../../tests/support/shop/books.ts'
import { type Cards, cardsOf } from '../../../tests/support/shop/cards.ts'
import { postEvent, signed, succeeded } from '../../../tests/support/shop/events.ts'
import { beginPayment, placeOrder, placePaidOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { ProviderUnavailable } from './provider/provider.ts'
import { makeReconciler } from './reconcile.ts'
import { webhookRoute } from './webhook.ts'

let shop: TestShop
let cards: Cards
let customer: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, roundsEveryMs: 50 })
  cards = cardsOf(shop)
  await cards.set({ holdWebhooks: true })
  customer = await addCustomer(shop)
  part = await addPart(shop, { stock: 10_000 })
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const due = (id: string) =>
  sql`update payment_intents set next_check_at = now() where order_id = ${id}`.execute(shop.db)

const intentOf = (id: string) =>
  shop.db
    .selectFrom('payment_intents')
    .selectAll()
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()

test('a payment of which no word came is found', async () => {
  const id = await placeOrder(customer.call, part)
  await cards.pay(await beginPayment(customer.call, id))
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Pending')
  await due(id)
  await waitUntil('the order is paid', async () => {
    return (await customer.call('GET', `/booking/${id}`)).body.status === 'Paid'
  })
})

test('an open payment is looked at less and less often', async () => {
  const id = await placeOrder(customer.call, part)
  await beginPayment(customer.call, id)
  for (const [checks, seconds] of [
    [1, 30],
    [2, 60],
    [3, 120],
  ] as const) {
    await due(id)
    const intent = await waitUntil('it was looked at', async () => {
      const now = await intentOf(id)
      return now.checks === checks && now
    })
    const wait = (intent.next_check_at.getTime() - Date.now()) / 1000
    expect(wait).toBeGreaterThan(seconds - 20)
    expect(wait).toBeLessThanOrEqual(seconds + 1)
  }
  await sql`update payment_intents set checks = 1000 where order_id = ${id}`.execute(shop.db)
  await due(id)
  const intent = await waitUntil('it was looked at', async () => {
    const now = await intentOf(id)
    return now.checks === 1001 && now
  })
  expect(intent.next_check_at.getTime() - Date.now()).toBeLessThanOrEqual(600_000)
})

test('a payment that was cancelled at the provider is closed in the books', async () => {
  const id = await placeOrder(customer.call, part)
  const secret = await beginPayment(customer.call, id)
  await cards.ask('POST', `/payment_intents/${secret.split('_secret_')[0]}/cancel`)
  await due(id)
  await waitUntil('it is closed', async () => (await intentOf(id)).state === 'cancelled')
  expect((await customer.call('GET', `/booking/${id}`)).body.status).toBe('Pending')
})

test('one payment that cannot be looked at does not keep the others waiting', async () => {
  const [one, two] = [await placeOrder(customer.call, part), await placeOrder(customer.call, part)]
  const first = await beginPayment(customer.call, one)
  await cards.pay(await beginPayment(customer.call, two))
  const path = `/v1/payment_intents/${first.split('_secret_')[0]}`
  await cards.set({ failNext: { count: 3, status: 500, when: 'before', path } })
  await due(one)
  await due(two)
  await waitUntil('the other order is paid', async () => {
    return (await customer.call('GET', `/booking/${two}`)).body.status === 'Paid'
  })
})

test('when the provider is back after an outage, everything that was missed is found at once', async () => {
  const [missed, seen] = [
    await placeOrder(customer.call, part),
    await placeOrder(customer.call, part),
  ]
  await cards.pay(await beginPayment(customer.call, missed))
  await sql`update payment_intents set next_check_at = now() + interval '1 hour'
    where order_id = ${missed}`.execute(shop.db)
  await beginPayment(customer.call, seen)
  const asleep = sql<{ due: number }>`select count(*)::int as due from payment_intents
    where state = 'open' and next_check_at <= now()`
  await waitUntil('nothing else is due', async () => {
    return (await asleep.execute(shop.db)).rows[0]?.due === 0
  })
  await cards.set({ failNext: { count: 1000, status: 503 } })
  await due(seen)
  await waitUntil('it was looked at in vain, which costs no check', async () => {
    const { checks, next_check_at } = await intentOf(seen)
    return checks === 0 && next_check_at > new Date()
  })
  await cards.unset()
  await cards.set({ holdWebhooks: true })
  await due(seen)
  await waitUntil('the order is paid', async () => {
    return (await customer.call('GET', `/booking/${missed}`)).body.status === 'Paid'
  })
})

test('a payment whose word came while the database was away is found at once', async () => {
  const id = await placeOrder(customer.call, part)
  await cards.pay(await beginPayment(customer.call, id))
  await sql`update payment_intents set next_check_at = now() + interval '1 hour'
    where order_id = ${id}`.execute(shop.db)
  // As if the database could not be reached: nothing can be settled, nor the event be kept.
  await sql`alter table provider_events rename to elsewhere`.execute(shop.db)
  await sql`alter table order_events rename to away`.execute(shop.db)
  await cards.releaseWebhooks()
  await waitUntil('the word came in vain', () => shop.errors.length > 0)
  await cards.set({ holdWebhooks: true })
  await sql`alter table away rename to order_events`.execute(shop.db)
  await sql`alter table elsewhere rename to provider_events`.execute(shop.db)
  await waitUntil('the order is paid', async () => {
    return (await customer.call('GET', `/booking/${id}`)).body.status === 'Paid'
  })
  shop.errors.length = 0
})

test('after a start, everything that was missed is found at once', async () => {
  const id = await placeOrder(customer.call, part)
  await cards.pay(await beginPayment(customer.call, id))
  await sql`update payment_intents set next_check_at = now() + interval '1 hour'
    where order_id = ${id}`.execute(shop.db)
  shop = await shop.reopen()
  await waitUntil('the order is paid', async () => {
    return (await customer.call('GET', `/booking/${id}`)).body.status === 'Paid'
  })
})

describe('with a reconciler that runs when the test calls it', () => {
  let quiet: TestShop
  let buyer: Person
  let own: string
  let deps: Parameters<typeof makeReconciler>[0]
  let reconciler: ReturnType<typeof makeReconciler>

  beforeAll(async () => {
    quiet = await startTestShop({ sandbox: true })
    await cardsOf(quiet).set({ holdWebhooks: true })
    buyer = await addCustomer(quiet)
    own = await addPart(quiet)
    deps = {
      db: quiet.db,
      cards: cardsAt(quiet.sandbox?.url as string),
      queueMail: async () => {},
      partsChanged: () => {},
      log: quiet.app.log,
    }
    reconciler = makeReconciler(deps)
    // The first round checks every open payment.
    await reconciler.reconcile()
  })
  afterAll(async () => {
    await checkBooks(quiet)
    await quiet.close()
  })

  const statusOf = async (id: string) => (await buyer.call('GET', `/booking/${id}`)).body.status
  const checkInAnHour = (id: string) =>
    sql`update payment_intents set next_check_at = now() + interval '1 hour'
      where order_id = ${id}`.execute(quiet.db)

  test('the round after a payment cancels another open payment of the order', async () => {
    const id = await placeOrder(buyer.call, own)
    const first = await beginPayment(buyer.call, id)
    // As if the shop had lost sight of the first: there are two to pay then.
    await sql`update payment_intents set state = 'cancelled' where order_id = ${id}`.execute(
      quiet.db,
    )
    const second = await beginPayment(buyer.call, id)
    await checkInAnHour(id)
    await cardsOf(quiet).pay(first)
    const payload = succeeded(first.split('_secret_')[0])
    expect((await postEvent(quiet.url, payload, signed(payload))).status).toBe(200)
    expect(await statusOf(id)).toBe('Paid')
    await reconciler.reconcile()
    const intents = await cardsOf(quiet).intentsOf(id)
    const statuses = new Map(intents.map((intent) => [intent.client_secret, intent.status]))
    expect([statuses.get(first), statuses.get(second)]).toEqual(['succeeded', 'canceled'])
  })

  test('the round after an event that could not be processed checks every open payment and no closed one', async () => {
    const id = await placeOrder(buyer.call, own)
    await cardsOf(quiet).pay(await beginPayment(buyer.call, id))
    await checkInAnHour(id)
    const closed = await placePaidOrder(buyer.call, cardsOf(quiet), own)
    await checkInAnHour(closed)
    await reconciler.reconcile()
    expect(await statusOf(id)).toBe('Pending')

    const readIntent = async () => {
      throw new ProviderUnavailable('planted')
    }
    const readEvent = () => ({ id: 'evt_1', type: 'payment_intent.succeeded', intentId: 'pi_1' })
    const receiver = Fastify()
    const provider = { ...deps.cards, readEvent, readIntent }
    await receiver.register(webhookRoute, { ...deps, cards: provider, missed: reconciler.missed })
    const { statusCode } = await receiver.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: { 'stripe-signature': 'good', 'content-type': 'application/json' },
      payload: '{}',
    })
    await receiver.close()
    expect(statusCode).toBe(503)
    await reconciler.reconcile()
    expect(await statusOf(id)).toBe('Paid')
    const { rows } = await sql`select from payment_intents
      where order_id = ${closed} and next_check_at > now()`.execute(quiet.db)
    expect(rows).toHaveLength(1)
  })

  test('a round leaves out a payment that another process has locked', async () => {
    const [locked, other] = [await placeOrder(buyer.call, own), await placeOrder(buyer.call, own)]
    for (const id of [locked, other]) await beginPayment(buyer.call, id)
    await sql`update payment_intents set next_check_at = now()
      where order_id in (${locked}, ${other})`.execute(quiet.db)
    await quiet.db.transaction().execute(async (tx) => {
      await sql`select from payment_intents where order_id = ${locked} for update`.execute(tx)
      expect(await reconciler.reconcile()).toBe(1)
    })
    expect(await reconciler.reconcile()).toBe(1)
  })

  test('a round ends when the provider does not answer, however many payments are due', async () => {
    // More than are claimed at once.
    await sql`with placed as (
        insert into orders (id, user_id, email, name, phone, address, total_cents, reserved_until)
        select gen_random_uuid(), id, email, name, '1', 'Hamburg', 500, now() + interval '1 day'
        from users, generate_series(1, 21) where id = ${buyer.id} returning id)
      insert into payment_intents (id, order_id, attempt, amount_cents, currency, state)
      select 'pi_due_' || id, id, 1, 500, 'usd', 'open' from placed`.execute(quiet.db)
    const readIntent = async () => {
      throw new ProviderUnavailable('planted')
    }
    const { reconcile } = makeReconciler({ ...deps, cards: { ...deps.cards, readIntent } })
    expect(await reconcile()).toBe(5)
    await sql`delete from payment_intents where starts_with(id, 'pi_due_')`.execute(quiet.db)
    await sql`delete from orders where address = 'Hamburg'`.execute(quiet.db)
  })
})
