import { randomUUID } from 'node:crypto'
import { PART_SORTS, serializePartFilters } from '@freehub/contract/catalog/part-filters'
import { family } from '@freehub/contract/catalog/part-schemas'
import type { Facet, Family, Part, PartDetails } from '@freehub/contract/catalog/parts'
import { isSoldOut } from '@freehub/contract/catalog/parts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fillCatalog } from '../../../../dev/sample-data/fill-catalog.ts'
import { fetchPages, readIds, readNextLink } from '../../../../tests/support/shop/api-client.ts'
import { addPart, addParts } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { listSortedParts, SORT_ORDERS } from './sorted-parts.ts'

const shop = await startTestShop()
await shop.db.transaction().execute(fillCatalog)
// Many parts with equal sort keys, and one deleted part.
await addParts(shop, 40, { name: 'Chain tool', cents: 738 })
await addParts(shop, 5, { name: 'éclair, chain', cents: 268, stock: 0 })
await addParts(shop, 5, { name: 'ECLAIR' })
const deletedId = await addPart(shop, { name: 'Chain of yesterday' })
await shop.db
  .updateTable('parts')
  .set({ deleted_at: new Date() })
  .where('id', '=', deletedId)
  .execute()
/** All parts on sale, in catalog order. */
const parts: Part[] = (await fetchPages(shop.call, '/parts')).flatMap(({ body }) => body)
const rows = await shop.db
  .selectFrom('parts')
  .leftJoin('families', 'code', 'family_code')
  .select(['id', 'slug'])
  .execute()
/** Family slug of each part, by part id. */
const slugs = new Map(rows.map(({ id, slug }) => [id, slug]))
afterAll(() => shop.close())

const list = (query: string) => shop.call('GET', `/parts?${query}`)

const anyFilters = fc.record({
  search: fc.constantFrom('', '', 'chain', '622', 'mm', 'eclair', 'casette', '24128', 'zzzz'),
  families: fc.subarray(['chains', 'hubs', 'tyres', 'nothing'], { maxLength: 2 }),
  available: fc.boolean(),
  priceFrom: fc.constantFrom(undefined, 0.5, 2.68, 7.38, 30),
  priceTo: fc.constantFrom(undefined, 2.68, 7.38, 20),
  sort: fc.constantFrom(undefined, ...PART_SORTS),
})

test('lists each matching part exactly once for any filters, order and page size', async () => {
  const search = new Map<string, Set<string>>()
  const searchIds = async (words: string) => {
    const ids =
      search.get(words) ??
      new Set((await fetchPages(shop.call, `/parts?search=${words}`)).flatMap(readIds))
    search.set(words, ids)
    return ids
  }
  await fc.assert(
    fc.asyncProperty(anyFilters, fc.constantFrom(1, 7, 40, 100), async (filters, size) => {
      const query = serializePartFilters(filters)
      query.set(
        'size',
        String(Math.max(size, filters.search === 'mm' || filters.search === '' ? 40 : 1)),
      )
      const pages = await fetchPages(shop.call, `/parts?${query}`)
      const found = filters.search === '' ? undefined : await searchIds(filters.search)
      const expected = parts.filter(
        (part) =>
          (found?.has(part._id) ?? true) &&
          (filters.families.length === 0 || filters.families.includes(slugs.get(part._id) ?? '')) &&
          (!filters.available || !isSoldOut(part)) &&
          part.price >= (filters.priceFrom ?? 0) &&
          part.price <= (filters.priceTo ?? Number.POSITIVE_INFINITY),
      )
      const ids = pages.flatMap(readIds)
      expect(ids.toSorted()).toEqual(expected.map(({ _id }) => _id).toSorted())
      for (const { headers } of pages)
        expect(headers.get('x-total-count')).toBe(String(expected.length))
      const shown = pages.flatMap(({ body }) => body as Part[])
      const prices = shown.map(({ price }) => price)
      const ascending = prices.toSorted((a, b) => a - b)
      if (filters.sort === 'price') expect(prices).toEqual(ascending)
      if (filters.sort === '-price') expect(prices).toEqual(ascending.toReversed())
      if (filters.sort === undefined && filters.search === '')
        expect(ids).toEqual(expected.map(({ _id }) => _id))
      if (filters.sort === 'newest') {
        const positions = ids.map((one) => parts.findIndex(({ _id }) => _id === one))
        expect(positions).toEqual(positions.toSorted((a, b) => b - a))
      }
    }),
    { numRuns: 60 },
  )
}, 300_000)

test.each([
  'search=622',
  'family=hubs',
  'available=true',
  'priceFrom=7.38',
  'priceTo=2.68',
  'sort=name',
])('applies %s when it is the only parameter', async (query) => {
  const first = parts.slice(0, 100).map(({ _id }) => _id)
  expect(readIds(await list(query))).not.toEqual(first)
})

test('ignores case and accents when sorting by name', async () => {
  const pages = await fetchPages(shop.call, '/parts?sort=name&size=50')
  const partNames = pages.flatMap(({ body }) => body.map(({ name }: Part) => name))
  const folded = partNames.map((name) =>
    name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
  )
  expect(folded).toEqual(folded.toSorted())
  expect(new Set(partNames.filter((name) => /clair/i.test(name)))).toEqual(
    new Set(['éclair, chain', 'ECLAIR']),
  )
})

test('links to the next page with the complete query', async () => {
  const query =
    'size=2&search=chain&family=chains%2Ccassettes&available=true&priceFrom=1&priceTo=50&sort=price'
  const page = await list(query)
  const next = new URL(readNextLink(page) ?? '', shop.url)
  const expectedParams = new URLSearchParams(query)
  expectedParams.set('family', 'cassettes,chains')
  expectedParams.set('after', page.body[1]._id)
  expect(Object.fromEntries(next.searchParams)).toEqual(Object.fromEntries(expectedParams))
})

test('the next page continues after a part that was deleted since the previous page was read', async () => {
  const admin = await addAdmin(shop)
  const ids = await addParts(shop, 6, { name: 'Fleeting widget', cents: 4321 })
  for (const sort of ['', '&sort=price', '&sort=-price', '&sort=name', '&sort=newest']) {
    const path = `/parts?search=fleeting+widget&size=1${sort}`
    await waitUntil(
      'the search finds it',
      async () => (await shop.call('GET', path)).body.length === 1,
    )
    const first = await shop.call('GET', path)
    const expected = (await shop.call('GET', readNextLink(first) as string)).body[0]?._id
    await admin.call('DELETE', `/part/${readIds(first)[0]}`)
    const second = await shop.call('GET', readNextLink(first) as string)
    expect(readIds(second)).toEqual(expected ? [expected] : [])
    expect(ids).toContain(readIds(second)[0])
  }
})

test('the next page continues after a part that was renamed since the previous page was read', async () => {
  const ids = await addParts(shop, 3, { name: 'Renamed widget' })
  const path = '/parts?search=renamed+widget&size=1'
  await waitUntil('the search finds it', async () => readIds(await shop.call('GET', path))[0])
  const first = await shop.call('GET', path)
  expect(readIds(first)).toEqual([ids[0]])
  await (await addAdmin(shop)).call('PATCH', `/api/parts/${ids[0]}`, { name: 'Gadget' })
  expect(readIds(await shop.call('GET', readNextLink(first) as string))).toEqual([ids[1]])
})

test('the next page keeps the filters if the last part is deleted', async () => {
  const admin = await addAdmin(shop)
  const ids = await addParts(shop, 4, { name: 'Tinted grip' })
  const black = [ids[0], ids[1], ids[3]]
  await shop.db
    .updateTable('parts')
    .set({
      family_code: sql`(select code from families where slug = 'chains')`,
      attributes: sql`json_build_object('color', case when id = ${ids[2]} then 'red' else 'black' end)`,
    })
    .where('id', 'in', ids)
    .execute()
  const path = '/parts?search=tinted+grip&family=chains&attribute=color:black&size=1'
  await waitUntil(
    'the search finds them',
    async () => (await shop.call('GET', path)).headers.get('x-total-count') === '3',
  )
  const first = await shop.call('GET', path)
  const second = await shop.call('GET', readNextLink(first) as string)
  await admin.call('DELETE', `/part/${readIds(second)[0]}`)
  const third = await shop.call('GET', readNextLink(second) as string)
  expect([first, second, third].flatMap(readIds)).toEqual(black)
  await shop.db.updateTable('parts').set({ family_code: null }).where('id', 'in', ids).execute()
})

test('lists lower-ranked matches on the next page, even if the last row of the previous page was deleted', async () => {
  const admin = await addAdmin(shop)
  await addParts(shop, 2, { name: 'Ember' })
  const lamps = await addParts(shop, 2, { name: 'Ember lamp' })
  const path = '/parts?search=ember&size=2'
  await waitUntil(
    'the search finds them',
    async () => readNextLink(await shop.call('GET', path)) !== undefined,
  )
  const first = await shop.call('GET', path)
  expect(first.body.map(({ name }: Part) => name)).toEqual(['Ember', 'Ember'])
  await admin.call('DELETE', `/part/${readIds(first)[1]}`)
  expect(readIds(await shop.call('GET', readNextLink(first) as string))).toEqual(lamps)
})

test('lists each family with the number of its matching parts, also if the number is 0', async () => {
  const { status, body } = await shop.call('GET', '/api/families')
  expect(status).toBe(200)
  const families: Family[] = body
  expect(families).toHaveLength(30)
  for (const one of families) {
    expect(family.parse(one)).toEqual(one)
    expect(one.count).toBe([...slugs.values()].filter((slug) => slug === one.slug).length)
  }
  expect(families[0]).toMatchObject({ slug: 'chains', name: 'Chains', figure: 'chain' })
  const filtered = await shop.call('GET', '/api/families?search=shimano&priceTo=10')
  expect(filtered.body.map(({ count }: Family) => count)).toEqual(Array(30).fill(0))
})

test('counts as many parts in a family as the part list', async () => {
  const query = 'search=622&available=true&priceTo=30'
  const { body } = await shop.call('GET', `/api/families?${query}`)
  expect(body).toHaveLength(30)
  for (const { slug, count } of body as Family[]) {
    const { headers } = await list(`${query}&family=${slug}`)
    expect([slug, headers.get('x-total-count')]).toEqual([slug, String(count)])
  }
})

test('combines values of one attribute with OR, and different attributes with AND', async () => {
  const find = async (query: string) => {
    const { body, headers } = await list(`family=chains&${query}`)
    expect(headers.get('x-total-count')).toBe(String(body.length))
    return body.map(({ name }: Part) => name)
  }
  expect(await find('attribute=speeds:9')).toEqual([
    'Holm chain, 9-speed, 116 links',
    'Dray chain, 9-speed, 138 links, for e-bikes',
  ])
  expect(await find('attribute=speeds:7,speeds:9,links:116&sort=-price')).toEqual([
    'Holm chain, 9-speed, 116 links',
    'Holm chain, 6/7/8-speed, 116 links',
  ])
  expect(await find('attribute=links:116&search=nickel')).toEqual([
    'Holm chain, 9-speed, 116 links',
    'Strake chain, 10-speed, 116 links',
  ])
  expect(await find('attribute=nothing:9')).toEqual([])
  const first = await list('family=chains&attribute=speeds:9&size=1')
  expect([first.body.length, first.headers.get('x-total-count')]).toEqual([1, '2'])
})

test('counts the values of each attribute without the filter by this attribute', async () => {
  const { body } = await shop.call('GET', '/api/facets?family=chains&attribute=speeds:9')
  const counts = Object.fromEntries(
    (body as Facet[]).map(({ name, values }) => [
      name,
      values.map(({ value, count }) => `${value}: ${count}`),
    ]),
  )
  expect(counts.speeds).toEqual(['1: 1', '6: 1', '7: 1', '8: 1', '9: 2', '10: 1', '11: 2', '12: 1'])
  expect(counts.links).toEqual(['112: 0', '116: 1', '118: 0', '126: 0', '138: 1'])
  expect(counts).not.toHaveProperty('pitch_mm')
  const found = await shop.call('GET', '/api/facets?family=chains&search=e-bikes')
  expect(found.body).toEqual([])
  const nickel = await shop.call('GET', '/api/facets?family=chains&search=nickel&available=true')
  expect(nickel.body[0]).toEqual({
    name: 'speeds',
    values: ['1', '9', '10', '11', '12'].map((value) => ({ value, count: 1 })),
  })
})

test('offers at most 64 numbers of an attribute, but only 16 texts', async () => {
  await shop.db.insertInto('families').values({ code: '97', name: 'Balloons' }).execute()
  const addBalloons = async (first: number, last: number) => {
    const ids = await addParts(shop, last - first + 1, { name: 'Balloon' })
    for (const [index, id] of ids.entries()) {
      const teeth = first + index
      const attributes = JSON.stringify({ teeth, colour: `No. ${teeth}` })
      await sql`update parts set family_code = '97', attributes = ${attributes} where id = ${id}`.execute(
        shop.db,
      )
    }
  }
  // A different query each time, because responses are cached.
  let priceTo = 100
  const countValues = async () =>
    (await shop.call('GET', `/api/facets?family=balloons&priceTo=${priceTo++}`)).body.map(
      ({ name, values }: Facet) => `${name}: ${values.length}`,
    )
  await addBalloons(1, 16)
  expect(await countValues()).toEqual(['teeth: 16', 'colour: 16'])
  await addBalloons(17, 64)
  expect(await countValues()).toEqual(['teeth: 64'])
  await addBalloons(65, 65)
  expect(await countValues()).toEqual([])
  await sql`update parts set family_code = null where family_code = '97'`.execute(shop.db)
  await sql`delete from families where code = '97'`.execute(shop.db)
})

test('returns the details of several parts in the order of the request', async () => {
  const ids = parts
    .slice(0, 3)
    .map(({ _id }) => _id)
    .reverse()
  const { body } = await shop.call('GET', `/api/part-details?ids=${ids},${randomUUID()}`)
  expect(body.map(({ _id }: PartDetails) => _id)).toEqual(ids)
  const single = await shop.call('GET', `/api/parts/${ids[0]}`)
  expect(body[0]).toEqual(single.body)
})

test('returns no parts without a query if the given count is 0', async () => {
  expect(await listSortedParts(shop.db, {}, SORT_ORDERS.catalog, { size: 6, count: 0 })).toEqual([])
})

test('lists a family only if it has a part on sale, with the figure of the first such part that has a drawing', async () => {
  await shop.db.insertInto('families').values({ code: '99', name: 'Airships' }).execute()
  const findAirships = async (query: string) => {
    const { body } = await shop.call('GET', `/api/families?${query}`)
    return (body as Family[]).find(({ slug }) => slug === 'airships')
  }
  expect(await findAirships('available=true')).toBeUndefined()
  const figures = ['hub', null, 'chain', 'rim']
  for (const [n, id] of (await addParts(shop, figures.length)).entries())
    await shop.db
      .updateTable('parts')
      .set({
        family_code: '99',
        drawing: figures[n] ? JSON.stringify({ figure: figures[n], parameters: {} }) : null,
        deleted_at: n === 0 ? new Date() : null,
      })
      .where('id', '=', id)
      .execute()
  expect(await findAirships('priceFrom=1')).toMatchObject({ figure: 'chain', count: 3 })
})

test.each([
  ['family=Hubs', 'family'],
  ['family=hubs,', 'family'],
  ['family=hubs&family=rims', 'family'],
  [`family=${Array.from({ length: 51 }, (_, n) => `f${n}`)}`, 'family'],
  ['attribute=speeds', 'attribute'],
  ['available=false', 'available'],
  ['available=', 'available'],
  ['priceFrom=cheap', 'priceFrom'],
  ['priceFrom=-1', 'priceFrom'],
  ['priceTo=1.234', 'priceTo'],
  ['priceTo=1e3', 'priceTo'],
  ['sort=weight', 'sort'],
  ['sort=price;drop', 'sort'],
  ['search=a&search=b', 'search'],
])('refuses the filter %s with an error for its field', async (query, field) => {
  const { status, body } = await list(query)
  expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'input_invalid', [field]])
})

test('returns an empty page after an unknown part, in any order', async () => {
  const unknownId = '01982f64-11aa-7e4e-8a3f-0123456789ab'
  for (const sort of ['', ...PART_SORTS.map((one) => `&sort=${one}`), '&search=chain'])
    expect((await list(`after=${unknownId}${sort}`)).body).toEqual([])
})

test('responds with 304 for search results that the client has cached', async () => {
  const { headers } = await list('search=cassette')
  const conditional = { 'if-none-match': headers.get('etag') as string }
  const again = await shop.call('GET', '/parts?search=cassette', undefined, conditional)
  expect([again.status, again.body]).toEqual([304, ''])
})
