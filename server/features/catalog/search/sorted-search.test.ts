import {
  MATCH_COUNT_MAXIMUM,
  PART_SORTS,
  type PartSort,
} from '@freehub/contract/catalog/part-filters'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readIds } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { resolvePartQuery } from './part-query.ts'
import { listSortedParts, SORT_ORDERS } from './sorted-parts.ts'

/** Sparse positions, some equal prices and names, and words that correlate with price or position. */
const shop = await startTestShop()
await shop.db
  .insertInto('families')
  .values([
    { code: '01', name: 'Tools' },
    { code: '02', name: 'Gauges' },
  ])
  .execute()
await sql`
  insert into parts (id, position, family_code, name, description, img, unit_price_cents, minimum_order, on_hand)
  select gen_random_uuid(), n * 25, (array[null, '01', '01', '02'])[1 + n % 4],
    (array['Ålder', 'alpine', 'Al', 'Berg', 'Bergen', 'Bergisch', 'O''Hara', '日本', 'ß', 'Zoë'])[1 + n % 10]
      || case when n % 7 > 0 then ' ' || n % 40 else '' end || ' shim',
    concat_ws(' ', 'Made for 10-speed.', case when n % 3 = 0 then 'Steel.' end,
      case when cents > 3000 then 'Dear.' end, case when cents < 400 then 'Cheap.' end,
      case when n > 3000 then 'New.' else 'Old.' end, case when n % 7 = 0 then 'Seldom.' end),
    '/a.svg', cents, 10, n % 4 * 10
  from (select n, 1 + (n::bigint * 7919 * n) % 5000 as cents from generate_series(1, 5000) n) made`.execute(
  shop.db,
)
// Without statistics, the searches take more than twice the CPU time.
await sql`analyze parts`.execute(shop.db)
afterAll(() => shop.close())

const ORDERS: Record<PartSort, string> = {
  price: 'unit_price_cents, position',
  '-price': 'unit_price_cents desc, position desc',
  name: 'fold(name) collate "C", position',
  newest: 'position desc',
}

/** Reads the expected ids directly from the table. */
async function readExpectedIds(word: string, sort: PartSort, where = 'true'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from parts where deleted_at is null and ${sql.raw(where)}
      and (name ~* ${`\\m${word}`} or description ~* ${`\\m${word}`})
    order by ${sql.raw(ORDERS[sort])}`.execute(shop.db)
  return rows.map(({ id }) => id)
}

async function expectPages(word: string, sort: PartSort, where = 'true', query = '') {
  const expected = await readExpectedIds(word, sort, where)
  expect(expected.length).toBeGreaterThan(MATCH_COUNT_MAXIMUM)
  for (const [from, size] of [
    [0, 100],
    [Math.min(700, expected.length - 300), 100],
    [expected.length - 50, 100],
  ] as const) {
    const after = from === 0 ? '' : `&after=${expected[from - 1]}`
    const page = await shop.call(
      'GET',
      `/parts?search=${word}&sort=${sort}&size=${size}${after}${query}`,
    )
    expect(readIds(page)).toEqual(expected.slice(from, from + size))
  }
}

/** The most frequent and the rarest word are tested with each sort order, the other words with one. */
const WORDS: [word: string, sorts: readonly PartSort[]][] = [
  ['shim', PART_SORTS],
  ['seldom', PART_SORTS],
  ['steel', ['price']],
  ['dear', ['-price']],
  ['new', ['name']],
  ['old', ['newest']],
  ['10-speed', ['newest']],
]
const FILTERS = [
  ['&family=tools', `family_code = '01'`],
  ['&family=tools%2Cgauges', 'family_code is not null'],
  ['&available=true', 'on_hand >= 10'],
  ['&priceFrom=8.5&priceTo=45', 'unit_price_cents between 850 and 4500'],
] as const

test.each(WORDS.flatMap(([word, sorts]) => sorts.map((sort) => [word, sort] as const)))(
  'sorts the matches of %s by %s on every page',
  async (word, sort) => {
    await expectPages(word, sort)
  },
)

test.each(
  PART_SORTS.flatMap((sort, n) =>
    FILTERS.filter((_, m) => m % 2 === n % 2).map(
      ([query, where]) => [sort, query, where] as const,
    ),
  ),
)('sorts matches by %s with the filter %s', async (sort, query, where) => {
  await expectPages('shim', sort, where, query)
})

test.each(PART_SORTS)('sorts the matches of a rare word in two families by %s', async (sort) => {
  await expectPages('seldom', sort, 'family_code is not null', '&family=tools%2Cgauges')
})

test('limits a page of matches of a rare word to its size', async () => {
  const filter = await resolvePartQuery(shop.db, {
    search: 'seldom',
    families: [],
    available: false,
  })
  const page = { size: 100, count: MATCH_COUNT_MAXIMUM }
  expect(await listSortedParts(shop.db, filter, SORT_ORDERS.catalog, page)).toHaveLength(100)
})

test('filters results of a frequent word by price: many in a wide range, few in a narrow one', async () => {
  for (const sort of PART_SORTS)
    await expectPages('shim', sort, 'unit_price_cents >= 1000', '&priceFrom=10')
  const few = await shop.call('GET', '/parts?search=dear&priceTo=30.2&size=100')
  const { rows } = await sql<{ id: string }>`
    select id from parts where description like '%Dear.%' and unit_price_cents <= 3020 order by position`.execute(
    shop.db,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(readIds(few)).toEqual(rows.map(({ id }) => id))
  expect(few.headers.get('x-total-count')).toBe(String(rows.length))
})

test('moves a part in the sort order when its price or name changes', async () => {
  await sql`update parts set unit_price_cents = 5001 - unit_price_cents where position % 150 = 0`.execute(
    shop.db,
  )
  await sql`update parts set name = 'Moor ' || name where position % 450 = 0`.execute(shop.db)
  await sql`update parts set deleted_at = now() where position % 525 = 0`.execute(shop.db)
  for (const sort of PART_SORTS) await expectPages('steel', sort, 'on_hand >= 0', '&priceFrom=0.01')
})
