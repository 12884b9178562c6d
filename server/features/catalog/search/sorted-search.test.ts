import { FOUND_UP_TO, PART_SORTS, type PartSort } from '@freehub/contract/catalog/parts-wanted'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsOf } from '../../../../tests/support/shop/calls.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { CATALOGUE, partsInOrder } from '../list/parts-in-order.ts'
import { readFilter } from '../list/read-filter.ts'

let shop: TestShop

/** Far apart in the catalogue; alike in price and name here and there; some words are dear, some are new. */
beforeAll(async () => {
  shop = await startTestShop()
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
        case when n > 3000 then 'New.' end, case when n % 7 = 0 then 'Seldom.' end),
      '/a.svg', cents, 10, n % 4 * 10
    from (select n, 1 + (n::bigint * 7919 * n) % 5000 as cents from generate_series(1, 5000) n) made`.execute(
    shop.db,
  )
})
afterAll(() => shop.close())

const ORDERS: Record<PartSort, string> = {
  price: 'unit_price_cents, position',
  '-price': 'unit_price_cents desc, position desc',
  name: 'folded(name) collate "C", position',
  newest: 'position desc',
}

/** All that are wanted, as the table has them. */
async function expectedOf(word: string, sort: PartSort, where = 'true'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from parts where deleted_at is null and ${sql.raw(where)}
      and (name ~* ${`\\m${word}`} or description ~* ${`\\m${word}`})
    order by ${sql.raw(ORDERS[sort])}`.execute(shop.db)
  return rows.map(({ id }) => id)
}

async function expectPages(word: string, sort: PartSort, where = 'true', query = '') {
  const expected = await expectedOf(word, sort, where)
  expect(expected.length).toBeGreaterThan(FOUND_UP_TO)
  for (const [from, size] of [
    [0, 100],
    [Math.min(700, expected.length - 300), 100],
    [expected.length - 50, 100],
  ] as const) {
    const after = from === 0 ? '' : `&after=${expected[from - 1]}`
    const page = await shop.visit(
      'GET',
      `/parts?search=${word}&sort=${sort}&size=${size}${after}${query}`,
    )
    expect(idsOf(page)).toEqual(expected.slice(from, from + size))
  }
}

/** Each word and each filter is sorted in some ways, and each way has the most frequent word and the rarest. */
const WORDS: [word: string, sorts: readonly PartSort[]][] = [
  ['shim', PART_SORTS],
  ['seldom', PART_SORTS],
  ['steel', ['price']],
  ['dear', ['-price']],
  ['new', ['name']],
  ['10-speed', ['newest']],
]
const FILTERS = [
  ['&family=tools', `family_code = '01'`],
  ['&family=tools%2Cgauges', 'family_code is not null'],
  ['&available=true', 'on_hand >= 10'],
  ['&priceFrom=8.5&priceTo=45', 'unit_price_cents between 850 and 4500'],
] as const

test.each(WORDS.flatMap(([word, sorts]) => sorts.map((sort) => [word, sort] as const)))(
  'what %s finds is sorted by %s as all parts are, on whichever page',
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
)('sorted by %s with %s, too', async (sort, query, where) => {
  await expectPages('shim', sort, where, query)
})

test.each(PART_SORTS)('what lies apart in two families is sorted by %s, too', async (sort) => {
  await expectPages('seldom', sort, 'family_code is not null', '&family=tools%2Cgauges')
})

test('a page of parts that lie far apart holds no more than its size', async () => {
  const filter = await readFilter(shop.db, { search: 'seldom', families: [], available: false })
  const page = { size: 100, count: FOUND_UP_TO }
  expect(await partsInOrder(shop.db, filter, CATALOGUE, page)).toHaveLength(100)
})

test('prices that half of all parts have are looked for in their rows alone, and find the same', async () => {
  const marksOf = async (from: number) =>
    (
      await sql<{ marks: string | null }>`
        select in_prices(${from}, null)::text as marks`.execute(shop.db)
    ).rows[0]?.marks
  await sql`analyze parts`.execute(shop.db)
  expect(await marksOf(1000)).toBeNull()
  expect(await marksOf(3000)).toContain("'$12'")
  for (const sort of PART_SORTS)
    await expectPages('shim', sort, 'unit_price_cents >= 1000', '&priceFrom=10')
  // Of a word that hardly any of them has, they are looked up after all.
  expect(await marksOf(1)).toBeNull()
  const few = await shop.visit('GET', '/parts?search=dear&priceTo=30.2&size=100')
  const { rows } = await sql<{ id: string }>`
    select id from parts where description like '%Dear.%' and unit_price_cents <= 3020 order by position`.execute(
    shop.db,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(idsOf(few)).toEqual(rows.map(({ id }) => id))
  expect(few.headers.get('x-total-count')).toBe(String(rows.length))
})

test('a part that has another price, or another name, stands where they belong', async () => {
  await sql`update parts set unit_price_cents = 5001 - unit_price_cents where position % 150 = 0`.execute(
    shop.db,
  )
  await sql`update parts set name = 'Moor ' || name where position % 450 = 0`.execute(shop.db)
  await sql`update parts set deleted_at = now() where position % 525 = 0`.execute(shop.db)
  for (const sort of PART_SORTS) await expectPages('steel', sort, 'on_hand >= 0', '&priceFrom=0.01')
})
