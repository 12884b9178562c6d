import { MATCH_COUNT_MAXIMUM, PART_SORTS } from '@freehub/contract/catalog/part-filters'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fetchPages, readIds } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

/** A catalog of many index ranges: first dense, then sparse. */
const shop = await startTestShop()
await shop.db
  .insertInto('families')
  .values([
    { code: '01', name: 'Gauges' },
    { code: '02', name: 'Tools' },
  ])
  .execute()
await sql`
  insert into parts (id, position, family_code, name, description, img, unit_price_cents, minimum_order, on_hand)
  select gen_random_uuid(), case when n <= 800 then n * 9 else n * 150 end,
    case when n % 3 > 0 then '0' || n % 3 end,
    case when n % 100 = 0 then 'Feeler gauge, ' else 'Gauge, ' end || n || ' mm', 'Of steel.', '/a.svg',
    100 + n % 50, 10, n % 4 * 10
  from generate_series(1, 1150) n`.execute(shop.db)
/** All parts named gauge, in catalog order. */
const gauges = await shop.db
  .selectFrom('parts')
  .select(['id', 'family_code'])
  .orderBy('position')
  .execute()
afterAll(() => shop.close())

const readCount = async (query: string) =>
  (await shop.call('GET', `/parts?size=1&${query}`)).headers.get('x-total-count')

test('counts up to 500 matches, and lists each match once over all pages', async () => {
  const pages = await fetchPages(shop.call, '/parts?search=gauge')
  expect(pages.flatMap(readIds)).toEqual(gauges.map(({ id }) => id))
  for (const { headers } of pages)
    expect(headers.get('x-total-count')).toBe(String(MATCH_COUNT_MAXIMUM))
})

test('lists better matches first, wherever they are in the catalog', async () => {
  const { body } = await shop.call('GET', '/parts?search=feeler+gauge&size=12')
  expect(body.map(({ name }: { name: string }) => name)).toEqual(
    Array.from({ length: 11 }, (_, n) => `Feeler gauge, ${(n + 1) * 100} mm`),
  )
  expect(await readCount('search=feeler')).toBe('11')
})

test.each(['g', 'gau', 'steel', 'gauge mm'])(
  'finds all parts for the partial search %s',
  async (typed) => {
    const pages = await fetchPages(shop.call, `/parts?search=${encodeURIComponent(typed)}`)
    const ids = pages.flatMap(readIds)
    expect(ids).toHaveLength(gauges.length)
    expect(new Set(ids).size).toBe(gauges.length)
  },
)

test('filters many matches by family, price and availability', async () => {
  const tools = gauges.filter(({ family_code }) => family_code === '02').map(({ id }) => id)
  const pages = await fetchPages(shop.call, '/parts?search=gauge&family=tools')
  expect(pages.flatMap(readIds)).toEqual(tools)
  expect(await readCount('search=gauge&family=tools')).toBe(String(tools.length))
  const there = await fetchPages(
    shop.call,
    '/parts?search=gauge&available=true&priceFrom=1.1&priceTo=1.3',
  )
  const [{ count } = { count: 0 }] = (
    await sql<{ count: number }>`
      select count(*) from parts where unit_price_cents between 110 and 130 and on_hand >= 10`.execute(
      shop.db,
    )
  ).rows
  expect(new Set(there.flatMap(readIds)).size).toBe(count)
  expect(there[0]?.headers.get('x-total-count')).toBe(String(count))
})

test('the index query for a price range finds all prices in the range, and none more than 1/16 outside it', async () => {
  const [counts] = (
    await sql<{ missed: number; tooFar: number }>`
      with ends (bound) as (values (null), (1), (2), (3), (127), (128), (129), (850), (4096), (99999999)),
      asked as materialized (
        select coalesce(lows.bound, 1) as lowest, coalesce(highs.bound, 99999999) as highest,
          (build_filters(null, false, lows.bound, highs.bound)).prices as query
        from ends as lows, ends as highs
      ), prices as materialized (
        select cents, array_to_tsvector(price_marks(cents)) as marks
        from (select generate_series(1, 5000, 17) union values (134217), (99999999)) prices (cents)
      )
      select count(*) filter (where cents between lowest and highest and not marks @@ query) as missed,
        count(*) filter (where marks @@ query and not cents between lowest::float8 * 15 / 16
          and highest::float8 * 17 / 16) as "tooFar"
      from asked, prices where lowest <= highest`.execute(shop.db)
  ).rows
  expect(counts).toEqual({ missed: 0, tooFar: 0 })
})

test.each(PART_SORTS)('lists each match once when sorted by %s', async (sort) => {
  const pages = await fetchPages(shop.call, `/parts?search=gauge&sort=${sort}`)
  expect(pages.flatMap(readIds).toSorted()).toEqual(gauges.map(({ id }) => id).toSorted())
})

test('counts the matches of families as the list does, or returns null if a search reaches 500 matches', async () => {
  const readFamilyCounts = async (query: string) => {
    const { body } = await shop.call('GET', `/api/families?${query}`)
    return body.map(({ slug, count }: { slug: string; count: number }) => [slug, count])
  }
  const expensive = 'search=gauge&priceFrom=1.40'
  expect(await readFamilyCounts(expensive)).toEqual([
    ['gauges', Number(await readCount(`${expensive}&family=gauges`))],
    ['tools', Number(await readCount(`${expensive}&family=tools`))],
  ])
  expect(await readFamilyCounts('search=gauge')).toEqual([
    ['gauges', null],
    ['tools', null],
  ])
})
