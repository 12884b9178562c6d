import { family } from '@freehub/contract/catalog/part-schemas'
import type { Family, Part } from '@freehub/contract/catalog/parts'
import { isSoldOut } from '@freehub/contract/catalog/parts'
import { PART_SORTS, partsWantedQuery } from '@freehub/contract/catalog/parts-wanted'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillCatalogue } from '../../../../dev/sample-data/fill-catalogue.ts'
import { idsOf, nextOf, pagesOf } from '../../../../tests/support/shop/calls.ts'
import { addPart, addParts } from '../../../../tests/support/shop/parts.ts'
import { addAdmin } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { CATALOGUE, partsInOrder } from './parts-in-order.ts'

let shop: TestShop
/** All parts on sale, in the catalogue's order; and the slug of each one's family. */
let parts: Part[]
let slugs: Map<string, string | null>

beforeAll(async () => {
  shop = await startTestShop()
  await shop.db.transaction().execute(fillCatalogue)
  // Many that are equal in whatever one sorts by, and one that is gone.
  await addParts(shop, 40, { name: 'Chain tool', cents: 738 })
  await addParts(shop, 5, { name: 'éclair, chain', cents: 268, stock: 0 })
  await addParts(shop, 5, { name: 'ECLAIR' })
  const gone = await addPart(shop, { name: 'Chain of yesterday' })
  await shop.db
    .updateTable('parts')
    .set({ deleted_at: new Date() })
    .where('id', '=', gone)
    .execute()
  parts = (await pagesOf(shop.visit, '/parts')).flatMap(({ body }) => body)
  const rows = await shop.db
    .selectFrom('parts')
    .leftJoin('families', 'code', 'family_code')
    .select(['id', 'slug'])
    .execute()
  slugs = new Map(rows.map(({ id, slug }) => [id, slug]))
})
afterAll(() => shop.close())

const list = (query: string) => shop.visit('GET', `/parts?${query}`)

const wishes = fc.record({
  search: fc.constantFrom('', '', 'chain', '622', 'mm', 'eclair', 'casette', '24128', 'zzzz'),
  families: fc.subarray(['chains', 'hubs', 'tyres', 'nothing'], { maxLength: 2 }),
  available: fc.boolean(),
  priceFrom: fc.constantFrom(undefined, 0.5, 2.68, 7.38, 30),
  priceTo: fc.constantFrom(undefined, 2.68, 7.38, 20),
  sort: fc.constantFrom(undefined, ...PART_SORTS),
})

test('whatever one wishes, the pages hold each part that is meant exactly once', async () => {
  const search = new Map<string, Set<string>>()
  const foundBy = async (words: string) => {
    const ids =
      search.get(words) ??
      new Set((await pagesOf(shop.visit, `/parts?search=${words}`)).flatMap(idsOf))
    search.set(words, ids)
    return ids
  }
  await fc.assert(
    fc.asyncProperty(wishes, fc.constantFrom(1, 7, 40, 100), async (wish, size) => {
      const query = partsWantedQuery(wish)
      query.set('size', String(Math.max(size, wish.search === 'mm' || wish.search === '' ? 40 : 1)))
      const pages = await pagesOf(shop.visit, `/parts?${query}`)
      const found = wish.search === '' ? undefined : await foundBy(wish.search)
      const meant = parts.filter(
        (part) =>
          (found?.has(part._id) ?? true) &&
          (wish.families.length === 0 || wish.families.includes(slugs.get(part._id) ?? '')) &&
          (!wish.available || !isSoldOut(part)) &&
          part.price >= (wish.priceFrom ?? 0) &&
          part.price <= (wish.priceTo ?? Number.POSITIVE_INFINITY),
      )
      const ids = pages.flatMap(idsOf)
      expect(ids.toSorted()).toEqual(meant.map(({ _id }) => _id).toSorted())
      for (const { headers } of pages)
        expect(headers.get('x-total-count')).toBe(String(meant.length))
      const shown = pages.flatMap(({ body }) => body as Part[])
      const prices = shown.map(({ price }) => price)
      const rising = prices.toSorted((a, b) => a - b)
      if (wish.sort === 'price') expect(prices).toEqual(rising)
      if (wish.sort === '-price') expect(prices).toEqual(rising.toReversed())
      if (wish.sort === undefined && wish.search === '')
        expect(ids).toEqual(meant.map(({ _id }) => _id))
      if (wish.sort === 'newest') {
        const places = ids.map((one) => parts.findIndex(({ _id }) => _id === one))
        expect(places).toEqual(places.toSorted((a, b) => b - a))
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)

test.each([
  'search=622',
  'family=hubs',
  'available=true',
  'priceFrom=7.38',
  'priceTo=2.68',
  'sort=name',
])('applies %s when it is the only filter', async (query) => {
  const first = parts.slice(0, 100).map(({ _id }) => _id)
  expect(idsOf(await list(query))).not.toEqual(first)
})

test('by name, capitals and accents make no difference', async () => {
  const pages = await pagesOf(shop.visit, '/parts?sort=name&size=50')
  const names = pages.flatMap(({ body }) => body.map(({ name }: Part) => name))
  const folded = names.map((name) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
  expect(folded).toEqual(folded.toSorted())
  expect(new Set(names.filter((name) => /clair/i.test(name)))).toEqual(
    new Set(['éclair, chain', 'ECLAIR']),
  )
})

test('the next page is asked for in the words of the whole query', async () => {
  const query =
    'size=2&search=chain&family=chains%2Ccassettes&available=true&priceFrom=1&priceTo=50&sort=price'
  const page = await list(query)
  const next = new URL(nextOf(page) ?? '', shop.url)
  const asked = new URLSearchParams(query)
  asked.set('family', 'cassettes,chains')
  asked.set('after', page.body[1]._id)
  expect(Object.fromEntries(next.searchParams)).toEqual(Object.fromEntries(asked))
})

test('a list can be followed on after a part that has left it meanwhile', async () => {
  const admin = await addAdmin(shop)
  const ids = await addParts(shop, 6, { name: 'Fleeting widget', cents: 4321 })
  for (const sort of ['', '&sort=price', '&sort=-price', '&sort=name', '&sort=newest']) {
    const path = `/parts?search=fleeting+widget&size=1${sort}`
    await waitUntil('it is found', async () => (await shop.visit('GET', path)).body.length === 1)
    const first = await shop.visit('GET', path)
    const expected = (await shop.visit('GET', nextOf(first) as string)).body[0]?._id
    await admin.call('DELETE', `/part/${idsOf(first)[0]}`)
    const second = await shop.visit('GET', nextOf(first) as string)
    expect(idsOf(second)).toEqual(expected ? [expected] : [])
    expect(ids).toContain(idsOf(second)[0])
  }
})

test('what is less what was searched for follows, though the last that was just that has left', async () => {
  const admin = await addAdmin(shop)
  await addParts(shop, 2, { name: 'Ember' })
  const lamps = await addParts(shop, 2, { name: 'Ember lamp' })
  const path = '/parts?search=ember&size=2'
  await waitUntil('they are found', async () => nextOf(await shop.visit('GET', path)) !== undefined)
  const first = await shop.visit('GET', path)
  expect(first.body.map(({ name }: Part) => name)).toEqual(['Ember', 'Ember'])
  await admin.call('DELETE', `/part/${idsOf(first)[1]}`)
  expect(idsOf(await shop.visit('GET', nextOf(first) as string))).toEqual(lamps)
})

test('families say how many of their parts are wanted, whichever families are', async () => {
  const { status, body } = await shop.visit('GET', '/api/families')
  expect(status).toBe(200)
  const families: Family[] = body
  expect(families).toHaveLength(30)
  for (const one of families) {
    expect(family.parse(one)).toEqual(one)
    expect(one.count).toBe([...slugs.values()].filter((slug) => slug === one.slug).length)
  }
  expect(families[0]).toMatchObject({ slug: 'chains', name: 'Chains', figure: 'chain' })
  const narrowed = await shop.visit('GET', '/api/families?search=shimano+casette&priceTo=10')
  expect(narrowed.body.map(({ count }: Family) => count)).toEqual(Array(30).fill(0))
})

test('families are counted as the list counts them', async () => {
  const query = 'search=622&available=true&priceTo=30'
  const { body } = await shop.visit('GET', `/api/families?${query}`)
  for (const { slug, count } of body as Family[]) {
    const { headers } = await list(`${query}&family=${slug}`)
    expect([slug, headers.get('x-total-count')]).toEqual([slug, String(count)])
  }
})

test('lists nothing where nothing was counted, so that list and count agree', async () => {
  expect(await partsInOrder(shop.db, {}, CATALOGUE, { size: 6, count: 0 })).toEqual([])
})

test('a family without parts on sale is not among them', async () => {
  await shop.db.insertInto('families').values({ code: '99', name: 'Airships' }).execute()
  const { body } = await shop.visit('GET', '/api/families?available=true')
  expect(body.map(({ slug }: Family) => slug)).not.toContain('airships')
})

test.each([
  ['family=Hubs', 'family'],
  ['family=hubs,', 'family'],
  ['family=hubs&family=rims', 'family'],
  [`family=${Array.from({ length: 51 }, (_, n) => `f${n}`)}`, 'family'],
  ['available=false', 'available'],
  ['available=', 'available'],
  ['priceFrom=cheap', 'priceFrom'],
  ['priceFrom=-1', 'priceFrom'],
  ['priceTo=1.234', 'priceTo'],
  ['priceTo=1e3', 'priceTo'],
  ['sort=weight', 'sort'],
  ['sort=price;drop', 'sort'],
  ['search=a&search=b', 'search'],
])('the wish %s is refused by its field', async (query, field) => {
  const { status, body } = await list(query)
  expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'input_invalid', [field]])
})

test('a part that never was is followed by nothing, however sorted', async () => {
  const never = '01982f64-11aa-7e4e-8a3f-0123456789ab'
  for (const sort of ['', ...PART_SORTS.map((one) => `&sort=${one}`), '&search=chain'])
    expect((await list(`after=${never}${sort}`)).body).toEqual([])
})

test('who has a search’s answer already is told that nothing has changed', async () => {
  const { headers } = await list('search=cassette')
  const ask = { 'if-none-match': headers.get('etag') as string }
  const again = await shop.visit('GET', '/parts?search=cassette', undefined, ask)
  expect([again.status, again.body]).toEqual([304, ''])
})
