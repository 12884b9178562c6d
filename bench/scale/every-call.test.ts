import { type CallName, calls } from '@freehub/contract/calls'
import { fillCatalogue } from '@freehub/dev/sample-data/fill-catalogue'
import { checkBooks } from '@freehub/tests/support/shop/books'
import { startTestShop, type TestShop } from '@freehub/tests/support/shop/shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillOrders } from '../fill-orders.ts'
import { fillParts } from '../fill-parts.ts'
import { everyCall } from './calls/every-call.ts'
import { timeCall } from './time-calls.ts'
import { openWorld, type World } from './world.ts'

let shop: TestShop
let world: World

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
  const { db } = shop
  await db.transaction().execute((tx) => fillCatalogue(tx))
  await fillParts(shop.databaseUrl, 400)
  await fillOrders(shop.databaseUrl, 1_000)
  world = await openWorld(shop.url, shop.databaseUrl, shop.sandbox?.url as string)
})
afterAll(async () => {
  await world.close()
  await shop.close()
})

test('a shop that is filled to be measured has as much as was wanted, and its books hold', async () => {
  const counted = await world.pool.query(`select
    (select count(*)::int from parts) as parts, (select count(*)::int from orders) as orders,
    (select count(*)::int from orders where paid_at is null and cancelled_at is null) as pending,
    (select count(*)::int from invoices_due) as due`)
  expect(counted.rows).toEqual([{ parts: 400, orders: 1_000, pending: expect.any(Number), due: 0 }])
  await checkBooks({ db: shop.db })
})

test('every call of the contract is measured', () => {
  expect(Object.keys(everyCall).sort()).toEqual(Object.keys(calls).sort())
})

test.each(Object.keys(calls) as CallName[])(
  '%s is asked as somebody would who means it',
  async (name) => {
    const { count, median } = await timeCall(world, name, 1)
    expect(count).toBe(1)
    expect(median).toBeGreaterThan(0)
  },
)

test('after all of them the books hold', () => checkBooks({ db: shop.db }))
