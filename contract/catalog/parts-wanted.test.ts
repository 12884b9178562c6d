import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FAMILIES_AT_ONCE, SEARCH_LENGTH } from '../limits.ts'
import { partsQuery } from './part-schemas.ts'
import { type PartsWanted, partsWantedQuery, readPartsWanted } from './parts-wanted.ts'

const read = (query: string) => readPartsWanted(new URLSearchParams(query))
const all: PartsWanted = { search: '', families: [], available: false }
const id = '01982f64-11aa-7e4e-8a3f-0123456789ab'

test.each<[string, Partial<PartsWanted>]>([
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
  [`after=${id}`, { after: id }],
])('the address ?%s is read as it is meant', (query, wanted) => {
  expect(read(query)).toEqual({ ...all, ...wanted })
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
  'after=7',
  'after=00000000-1111-0222-0333-444444444444',
  'utm_source=somewhere&fbclid=1',
])('the address ?%s wants all parts: what makes no sense is not wanted', (query) => {
  expect(read(query)).toEqual(all)
  expect(partsWantedQuery(read(query)).toString()).toBe('')
})

test('addresses that mean the same are said in the same words', () => {
  const said = [
    'family=hubs&search=chain&sort=price&priceTo=5.00',
    'sort=price&priceTo=5&family=hubs&family=hubs&search=+chain&available=',
    'search=chain&priceTo=05&family=,hubs&sort=price&page=1',
  ].map((query) => partsWantedQuery(read(query)).toString())
  expect(new Set(said)).toEqual(new Set(['search=chain&family=hubs&priceTo=5&sort=price']))
})

test('more than the call takes is cut off', () => {
  const long = read(`search=${'x'.repeat(300)}`)
  expect(long.search).toHaveLength(SEARCH_LENGTH)
  const many = Array.from({ length: 80 }, (_, n) => `family-${n}`).join(',')
  expect(read(`family=${many}`).families).toHaveLength(FAMILIES_AT_ONCE)
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

test('whatever an address says, the call that lists parts takes what is read from it', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const said = Object.fromEntries(partsWantedQuery(readPartsWanted(query)))
      expect(partsQuery.safeParse(said).error).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
})

test('what is read and said again is read the same', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const once = readPartsWanted(query)
      const said = partsWantedQuery(once).toString()
      expect(readPartsWanted(new URLSearchParams(said))).toEqual(once)
    }),
    { numRuns: 1000 },
  )
})
