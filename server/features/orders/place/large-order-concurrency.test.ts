import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, waitForBlockedConnections } from '../../../../tests/support/database/locks.ts'
import { addToCart, buildCartOrder, sameQuantityOf } from '../../../../tests/support/shop/carts.ts'
import { addParts } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addUsers } from '../../../../tests/support/shop/users.ts'
import { createLargeOrderConcurrency } from './large-order-concurrency.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

test('lets at most four orders of more than 20 lines use the database, and delays no smaller order', async () => {
  const parts = await addParts(shop, 21, { stock: 1000 })
  const others = await addParts(shop, 1)
  const carts = [...Array.from({ length: 6 }, () => parts), parts.slice(0, 20), others]
  const users = await addUsers(shop, carts.length)
  const orders = await Promise.all(
    users.map(async ({ call }, n) => {
      await addToCart(call, sameQuantityOf(carts[n] as string[]))
      const order = await buildCartOrder(call)
      return () => call('POST', '/api/orders', order)
    }),
  )
  const [ofTwentyLines, ofOneLine] = orders.splice(6) as [(typeof orders)[0], (typeof orders)[0]]
  const pending = await shop.db.transaction().execute(async (tx) => {
    await lockRow('parts', parts[0] as string)(tx)
    const pending = [...orders, ofTwentyLines].map((place) => place())
    await waitForBlockedConnections(shop.db, tx, 5)
    expect((await ofOneLine()).status).toBe(201)
    expect(await countBlocked()).toBe(5)
    return { responses: pending }
  })
  for (const { status } of await Promise.all(pending.responses)) expect(status).toBe(201)
})

async function countBlocked(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db)
  return rows.length
}

test('refuses a large order if 250 others wait', async () => {
  const limit = createLargeOrderConcurrency()
  const { promise, resolve } = Promise.withResolvers<string>()
  const place = () => promise
  const orders = Array.from({ length: 254 }, () => limit(21, place))
  await expect(limit(21, place)).rejects.toMatchObject({ refused: 'overloaded' })
  expect(await limit(20, async () => 'placed')).toBe('placed')
  resolve('placed')
  expect(new Set(await Promise.all(orders))).toEqual(new Set(['placed']))
})
