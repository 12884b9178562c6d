import { type CallName, calls } from '@freehub/contract/calls'
import { fillCatalog } from '@freehub/dev/sample-data/fill-catalog'
import { expectConsistentLedger } from '@freehub/tests/support/shop/ledger'
import { startTestShop, type TestShop } from '@freehub/tests/support/shop/shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillOrders } from '../fill-orders.ts'
import { fillParts } from '../fill-parts.ts'
import { everyCall } from './calls/every-call.ts'
import { type CallData, selectCallData } from './select-call-data.ts'
import { timeCall } from './time-calls.ts'

let shop: TestShop
let data: CallData

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
  const { db } = shop
  await db.transaction().execute((tx) => fillCatalog(tx))
  await fillParts(shop.databaseUrl, 400)
  await fillOrders(shop.databaseUrl, 1_000)
  data = await selectCallData(shop.url, shop.databaseUrl, shop.sandbox?.url as string)
})
afterAll(async () => {
  await data[Symbol.asyncDispose]()
  await shop.close()
})

test('a filled shop has the requested size and a consistent ledger', async () => {
  const counted = await data.pool.query(`select
    (select count(*)::int from parts) as parts, (select count(*)::int from orders) as orders,
    (select count(*)::int from orders where paid_at is null and cancelled_at is null) as pending,
    (select count(*)::int from pending_invoices) as pending_invoices`)
  expect(counted.rows).toEqual([
    { parts: 400, orders: 1_000, pending: expect.any(Number), pending_invoices: 0 },
  ])
  await expectConsistentLedger({ db: shop.db })
})

test('every call of the contract is measured', () => {
  expect(Object.keys(everyCall).sort()).toEqual(Object.keys(calls).sort())
})

test.each(Object.keys(calls) as CallName[])('%s is measured with a valid request', async (name) => {
  const { count, median } = await timeCall(data, name, 1)
  expect(count).toBe(1)
  expect(median).toBeGreaterThan(0)
})

test('the ledger is consistent after all calls', () => expectConsistentLedger({ db: shop.db }))
