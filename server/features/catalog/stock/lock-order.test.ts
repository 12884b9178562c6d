import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { placeOrderOf, sameQuantityOf } from '../../../../tests/support/shop/carts.ts'
import { addParts } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer, addUsers, type TestUser } from '../../../../tests/support/shop/users.ts'
import type { Tx } from '../../../platform/database/connections/connect.ts'
import { releaseStock, shipStock } from './release-and-ship-stock.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

/** Places two orders of the same parts. The first lists them by descending id, the second by ascending id. */
async function placeOppositeOrders() {
  const customer = await addCustomer(shop)
  const parts = (await addParts(shop, 8, { stock: 1000 })).sort()
  const descending = await placeOrderOf(customer.call, sameQuantityOf(parts.toReversed()))
  const ascending = await placeOrderOf(customer.call, sameQuantityOf(parts))
  return { customer, last: parts.at(-1) as string, descending, ascending }
}

const transact = <T>(change: (tx: Tx) => Promise<T>) => shop.db.transaction().execute(change)

test.each<[string, (tx: Tx, order: string, by: string) => Promise<unknown>]>([
  ['release', (tx, order) => releaseStock(tx, order)],
  ['release lines of', (tx, order) => releaseStock(tx, order, [1, 2, 3, 4, 5, 6, 7, 8])],
  ['ship', (tx, order, by) => shipStock(tx, order, by)],
])('two orders of the same parts %s their stock without a deadlock', async (_, change) => {
  const { customer, last, descending, ascending } = await placeOppositeOrders()
  // Without a common sequence of locks, the first transaction would hold the last part and wait for
  // the other parts, which the second transaction would hold.
  const outcomes = await runInLockOrder(shop.db, lockRow('parts', last), [
    () => transact((tx) => change(tx, descending, customer.id)).then(() => 'done', String),
    () => transact((tx) => change(tx, ascending, customer.id)).then(() => 'done', String),
  ])
  expect(outcomes).toEqual(['done', 'done'])
})

test('two customers order the same parts without a deadlock', async () => {
  const { last, descending, ascending } = await placeOppositeOrders()
  const users = await addUsers(shop, 2)
  const place = (order: string, { id, email }: TestUser) =>
    transact((tx) =>
      sql`
      select outcome from (
        select array_agg(part_id order by line) as parts, array_agg(quantity) as quantities,
          array_agg(l.unit_price_cents) as prices, array_agg(terms_version) as terms
        from order_lines l join parts on parts.id = part_id where order_id = ${order}::uuid) line,
      place_order(gen_random_uuid(), ${id}::uuid, ${email}, 'Ada', true, null, null, null, '1', 'Here',
        '', line.parts, line.quantities, line.prices, line.terms, 72, 60, 20, 1, 99999999, 100,
        gen_random_uuid())`.execute(tx),
    ).then(({ rows }) => rows, String)
  // Calls `place_order` directly, because the retries of the server would hide a deadlock.
  const outcomes = await runInLockOrder<unknown>(shop.db, lockRow('parts', last), [
    () => place(descending, users[0] as TestUser),
    () => place(ascending, users[1] as TestUser),
  ])
  expect(outcomes).toEqual([[{ outcome: 'placed' }], [{ outcome: 'placed' }]])
})
