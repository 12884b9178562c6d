import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readIds } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { flushSearchIndex } from './flush-search-index.ts'

test('flushes the pending list without changing search results', async () => {
  const shop = await startTestShop()
  try {
    await sql`
      insert into parts (id, position, name, description, img, unit_price_cents, minimum_order, on_hand)
      select gen_random_uuid(), n, 'Gauge', 'Of steel.', '/a.svg', 100, 10, 10
      from generate_series(1, 20) n`.execute(shop.db)
    const found = async () => readIds(await shop.call('GET', '/parts?search=steel&size=20'))
    const before = await found()
    expect(before).toHaveLength(20)
    expect(await flushSearchIndex(shop.db)).toBeGreaterThan(0)
    expect(await found()).toEqual(before)
    expect(await flushSearchIndex(shop.db)).toBe(0)
  } finally {
    await shop.close()
  }
})
