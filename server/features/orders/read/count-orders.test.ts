import { type SqlBool, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../../tests/support/shop/users.ts'
import { createOrderCounter } from './list-orders.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

test('caches a count that reached 10,000 for a minute, and no smaller count', async () => {
  const customer = await addCustomer(shop)
  await sql`insert into orders (id, user_id, email, name, phone, address, total_cents, reserved_until)
    select gen_random_uuid(), users.id, users.email, users.name, '1', 'Hamburg', 500, now() + interval '1 day'
    from users, generate_series(1, 10001) where users.email = ${customer.email}`.execute(shop.db)
  let now = 1
  const countOrders = createOrderCounter(() => now)
  const count = (list: string, condition = sql<SqlBool>`cancelled_at is null`) =>
    countOrders(shop.db, { list, conditions: [condition], search: undefined })
  const none = sql<SqlBool>`paid_at is not null`
  expect(await count('all')).toBe(10_000)
  expect(await count('paid', none)).toBe(0)
  await sql`update orders set cancellation_began_at = now(), cancelled_at = now()
    where id in (select id from orders order by id limit 9999)`.execute(shop.db)
  expect(await count('all')).toBe(10_000)
  expect(await count('pending')).toBe(2)
  // Another condition shows that the smaller count was not cached.
  expect(await count('paid')).toBe(2)
  now = 60_002
  expect(await count('all')).toBe(2)
  const search = { list: 'all', conditions: [], search: { byIndex: none, matchesRow: none } }
  expect(await countOrders(shop.db, search)).toBe(0)
})
