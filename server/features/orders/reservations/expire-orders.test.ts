import { refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createCardClient } from '../../../../tests/support/shop/cards.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import {
  placeOrder,
  placePaidOrder,
  startPayment,
  waitForOutbox,
} from '../../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { expireOrders } from './expire-orders.ts'

const shop = await startTestShop({ sandbox: true, jobsEveryMs: 250 })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
afterAll(() => closeWithConsistentLedger(shop))

const expireReservation = (id: string) =>
  sql`update orders set reserved_until = now() - interval '1 second' where id = ${id}`.execute(
    shop.db,
  )

async function expireAll({ db }: TestShop) {
  await waitForOutbox(db)
  await sql`update orders set reserved_until = now() - interval '1 hour'`.execute(db)
}

const waitUntilCancelled = (id: string) =>
  waitUntil('the order is cancelled', async () => {
    return (await customer.call('GET', `/booking/${id}`)).status === 404
  })

test('reserves the stock of an order for 72 hours', async () => {
  const id = await placeOrder(customer.call, await addPart(shop))
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from reserved_until - placed_at) / 3600 as hours from orders
    where id = ${id}`.execute(shop.db)
  expect(Number(rows[0]?.hours)).toBe(72)
})

test('releases the stock of an unpaid order when its reservation expires', async () => {
  const part = await addPart(shop, { stock: 100 })
  const [expired, active] = [
    await placeOrder(customer.call, part, 30),
    await placeOrder(customer.call, part, 20),
  ]
  const available = async () => (await shop.call('GET', `/parts/${part}`)).body.availableQuantity
  expect(await available()).toBe(50)
  await expireReservation(expired)
  await waitUntilCancelled(expired)
  expect(await readStock(shop, part)).toEqual({ onHand: 100, reserved: 20 })
  // The cached part is invalidated after the cancellation is committed.
  await waitUntil('the stock is available', async () => (await available()) === 80)
  expect((await customer.call('GET', `/booking/${active}`)).status).toBe(200)
})

test('cancels the open payment of an expired order before it cancels the order', async () => {
  const id = await placeOrder(customer.call, await addPart(shop))
  const secret = await startPayment(customer.call, id)
  await expireReservation(id)
  await waitUntilCancelled(id)
  expect((await cards.pay(secret)).error?.code).toBe('payment_intent_unexpected_state')
})

test('accepts a payment made before the reservation expired whose webhook arrives later', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, await addPart(shop))
  await cards.pay(await startPayment(customer.call, id))
  await expireReservation(id)
  await waitUntil('the order is paid', async () => {
    return (await customer.call('GET', `/booking/${id}`)).body.status === 'Paid'
  })
  await cards.releaseWebhooks()
})

test('never expires a paid order', async () => {
  const part = await addPart(shop)
  const paid = await placePaidOrder(customer.call, cards, part)
  const unpaid = await placeOrder(customer.call, part)
  await expireReservation(paid)
  await expireReservation(unpaid)
  await waitUntilCancelled(unpaid)
  expect((await customer.call('GET', `/booking/${paid}`)).body.status).toBe('Paid')
})

test('finishes an interrupted cancellation', async () => {
  const id = await placeOrder(customer.call, await addPart(shop))
  await sql`update orders set cancellation_began_at = now() - interval '2 minutes'
    where id = ${id}`.execute(shop.db)
  await waitUntilCancelled(id)
})

test('expires other orders when one cannot be cancelled', async () => {
  const ownShop = await startTestShop()
  const dealer = await addCustomer(ownShop)
  const part = await addPart(ownShop)
  const ids = [await placeOrder(dealer.call, part), await placeOrder(dealer.call, part)]
  await expireAll(ownShop)
  const calledIds: string[] = []
  const cancel = async (id: string) => {
    calledIds.push(id)
    if (calledIds.length === 1) throw new Error('planted')
    return { cancelled: 1 as const }
  }
  const { db, app } = ownShop
  expect(await expireOrders({ db, log: app.log, cancel })).toBe(1)
  expect(calledIds.toSorted()).toEqual(ids.toSorted())
  expect(await expireOrders({ db, log: app.log, cancel })).toBe(0)
  // The failed order waits longer than the other one.
  await sql`update orders set retry_at = retry_at - interval '30 seconds'`.execute(db)
  expect(await expireOrders({ db, log: app.log, cancel })).toBe(1)
  expect(calledIds[2]).toBe(calledIds[1])
  ownShop.errors.length = 0
  await ownShop.close()
})

test('a run starts no cancellation after its first thirty seconds', async () => {
  const ownShop = await startTestShop()
  const dealer = await addCustomer(ownShop)
  const part = await addPart(ownShop)
  for (let n = 0; n < 2; n++) await placeOrder(dealer.call, part)
  await expireAll(ownShop)
  const later = Date.now() + 3_600_000
  const clock = vi.spyOn(Date, 'now')
  const cancel = async () => {
    clock.mockReturnValue(later)
    return { cancelled: 1 as const }
  }
  const { db, app } = ownShop
  expect(await expireOrders({ db, log: app.log, cancel }).finally(() => clock.mockRestore())).toBe(
    1,
  )
  await ownShop.close()
})

test('expires other orders when the provider does not respond for one order', async () => {
  const ownShop = await startTestShop()
  const dealer = await addCustomer(ownShop)
  const part = await addPart(ownShop)
  const [silent, ...others] = [
    await placeOrder(dealer.call, part),
    await placeOrder(dealer.call, part),
    await placeOrder(dealer.call, part),
  ]
  await expireAll(ownShop)
  await sql`update orders set reserved_until = now() - interval '2 hours'
    where id = ${silent}`.execute(ownShop.db)
  const calledIds: string[] = []
  const cancel = async (id: string) => {
    calledIds.push(id)
    return id === silent ? refuse('provider_unavailable') : { cancelled: 1 as const }
  }
  const { db, app } = ownShop
  expect(await expireOrders({ db, log: app.log, cancel })).toBe(0)
  expect(calledIds).toEqual([silent])
  await sql`update orders set retry_at = retry_at - interval '30 seconds'`.execute(db)
  expect(await expireOrders({ db, log: app.log, cancel })).toBe(2)
  expect(calledIds.slice(1, 3).toSorted()).toEqual(others.toSorted())
  await ownShop.close()
})

test('expires many orders in one run, but skips a locked order until the next run', async () => {
  const ownShop = await startTestShop({ settings: { UNPAID_ORDERS_MAX: '100' } })
  const dealer = await addCustomer(ownShop)
  const part = await addPart(ownShop, { stock: 1000 })
  for (let n = 0; n < 45; n++) await placeOrder(dealer.call, part)
  await expireAll(ownShop)
  const cancel = async () => ({ cancelled: 1 as const })
  const expire = () => expireOrders({ db: ownShop.db, log: ownShop.app.log, cancel })
  // Another process has locked one order. The run skips it.
  await ownShop.db.transaction().execute(async (tx) => {
    await sql`select from orders limit 1 for update`.execute(tx)
    expect(await expire()).toBe(44)
  })
  expect(await expire()).toBe(1)
  await ownShop.close()
})
