import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FAMILIES_MAXIMUM, SEARCH_LENGTH } from '../limits.ts'
import { type PartFilters, parsePartFilters, serializePartFilters } from './part-filters.ts'
import { partsQuery } from './part-schemas.ts'

const read = (query: string) => parsePartFilters(new URLSearchParams(query))
const noFilters: PartFilters = { search: '', families: [], available: false }
const id = '01982f64-11aa-7e4e-8a3f-0123456789ab'

test.each<[string, Partial<PartFilters>]>([
  ['', {}],
  ['search=chain', { search: 'chain' }],
  ['search=++two%0Awords+', { search: 'two words' }],
  ['search=chain%00', { search: 'chain' }],
  ['family=hubs', { families: ['hubs'] }],
  ['family=hubs&family=chains', { families: ['chains', 'hubs'] }],
  ['family=hubs,chains,hubs', { families: ['chains', 'hubs'] }],
  ['available=true', { available: true }],
  ['priceFrom=4.50&priceTo=10', { priceFrom: 4.5, priceTo: 10 }],
  ['sort=-price', { sort: '-price' }],
  ['family=hubs&attribute=axle_mm:12,x', { families: ['hubs'], attributes: ['axle_mm:12'] }],
  ['view=list', { view: 'list' }],
  [`after=${id}`, { after: id }],
])('reads the filters in ?%s', (query, filters) => {
  expect(read(query)).toEqual({ ...noFilters, ...filters })
})

test.each([
  'search=',
  'search=+++',
  'family=&priceFrom=&priceTo=&sort=',
  'family=Hubs!',
  'family=,',
  'family=../hubs',
  'available=false',
  'available=1',
  'priceFrom=0',
  'priceFrom=cheap&priceTo=-1',
  'priceTo=1.234&priceFrom=1e3',
  'priceTo=99999999',
  'sort=weight',
  'sort=PRICE',
  'attribute=speeds:9',
  'view=grid',
  'after=7',
  'after=00000000-1111-0222-0333-444444444444',
  'utm_source=somewhere&fbclid=1',
])('ignores invalid filters in ?%s', (query) => {
  expect(read(query)).toEqual(noFilters)
  expect(serializePartFilters(read(query)).toString()).toBe('')
})

test('equal filters have the same canonical query', () => {
  const queries = [
    'family=hubs&search=chain&sort=price&priceTo=5.00',
    'sort=price&priceTo=5&family=hubs&family=hubs&search=+chain&available=',
    'search=chain&priceTo=05&family=,hubs&sort=price&page=1',
  ].map((query) => serializePartFilters(read(query)).toString())
  expect(new Set(queries)).toEqual(new Set(['search=chain&family=hubs&priceTo=5&sort=price']))
})

test('truncates long searches and family lists to the limits of the call', () => {
  const long = read(`search=${'x'.repeat(300)}`)
  expect(long.search).toHaveLength(SEARCH_LENGTH)
  const many = Array.from({ length: 80 }, (_, n) => `family-${n}`).join(',')
  expect(read(`family=${many}`).families).toHaveLength(FAMILIES_MAXIMUM)
})

const names = ['search', 'family', 'available', 'priceFrom', 'priceTo', 'sort', 'after', 'other']
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 250 }),
  fc.string({ unit: 'grapheme', maxLength: 250 }),
  fc.constantFrom('true', '12.50', '0', 'price', 'hubs,chains', id, ` ${'ab '.repeat(90)}`),
)
const anyQuery = fc
  .array(fc.tuple(fc.constantFrom(...names), anyText), { maxLength: 8 })
  .map((entries) => new URLSearchParams(entries))

test('the filters of any URL are valid parameters of GET /parts', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const params = Object.fromEntries(serializePartFilters(parsePartFilters(query)))
      expect(partsQuery.safeParse(params).error).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
})

test('reads the same filters from their serialized form', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const filters = parsePartFilters(query)
      const serialized = serializePartFilters(filters).toString()
      expect(parsePartFilters(new URLSearchParams(serialized))).toEqual(filters)
    }),
    { numRuns: 1000 },
  )
})
