import { MATCH_COUNT_MAXIMUM } from '@freehub/contract/catalog/part-filters'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { createPartCounter } from './count-matches.ts'
import { resolvePartQuery, toPartFilters } from './part-query.ts'

const shop = await startTestShop()
await sql`
  insert into parts (id, position, name, description, img, unit_price_cents, minimum_order, on_hand)
  select gen_random_uuid(), n, case when n % 2 = 0 then 'Gauge' else 'Gauge, narrow' end, 'Of steel.', '/a.svg',
    100 + n, 10, 10
  from generate_series(1, 800) n`.execute(shop.db)
afterAll(() => shop.close())

test('caches a count of matches for a minute only if it reaches 500', async () => {
  await sql`update parts set deleted_at = null`.execute(shop.db)
  let now = 1
  const countParts = createPartCounter(() => now)
  const count = async (search: string, priceTo?: number) =>
    (await countParts(shop.db, await resolvePartQuery(shop.db, toPartFilters({ search, priceTo }))))
      .count
  expect(await count('gauge')).toBe(MATCH_COUNT_MAXIMUM)
  expect(await count('narrow')).toBe(400)
  expect(await count('gauge', 3)).toBe(200)
  await sql`update parts set deleted_at = now() where position > 100`.execute(shop.db)
  expect(await count('gauge')).toBe(MATCH_COUNT_MAXIMUM)
  expect(await count('narrow')).toBe(50)
  expect(await count('gauge', 1.5)).toBe(50)
  now = 60_002
  expect(await count('gauge')).toBe(100)
})
