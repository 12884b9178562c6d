import {
  type PartFilters,
  parsePartFilters,
  serializePartFilters,
} from '@freehub/contract/catalog/part-filters'
import { expect, test } from 'vitest'
import { listActiveFilters, noFilters } from './active-filters.ts'

const families = [
  { slug: 'chains', name: 'Chains', figure: 'chain', count: 8 },
  { slug: 'pedals', name: 'Pedals', figure: 'pedal', count: 3 },
]

const all = parseFilters(
  'search=44T&family=chains,pedals&available=true&priceFrom=1&priceTo=45&sort=price',
)

test('lists each active filter with its label', () => {
  expect(listActiveFilters(all, families).map(({ label }) => label)).toEqual([
    '“44T”',
    'Available now',
    '$1.00 to $45.00',
    'Chains',
    'Pedals',
  ])
})

test('a chip removes only its filter', () => {
  const queries = listActiveFilters(all, families).map(({ removal }) =>
    formatQuery({ ...all, ...removal }),
  )
  expect(queries).toEqual([
    'family=chains%2Cpedals&available=true&priceFrom=1&priceTo=45&sort=price',
    'search=44T&family=chains%2Cpedals&priceFrom=1&priceTo=45&sort=price',
    'search=44T&family=chains%2Cpedals&available=true&sort=price',
    'search=44T&family=pedals&available=true&priceFrom=1&priceTo=45&sort=price',
    'search=44T&family=chains&available=true&priceFrom=1&priceTo=45&sort=price',
  ])
})

test('keeps the sort order when all filters are cleared', () => {
  expect(formatQuery({ ...all, ...noFilters })).toBe('sort=price')
  expect(listActiveFilters({ ...all, ...noFilters }, families)).toEqual([])
})

test('labels an open price range, and an unknown family by its slug', () => {
  expect(listActiveFilters(parseFilters('priceTo=9.5'))[0]?.label).toBe('Up to $9.50')
  expect(listActiveFilters(parseFilters('priceFrom=0.4'))[0]?.label).toBe('From $0.40')
  expect(listActiveFilters(parseFilters('family=disc-rotors'))[0]?.label).toBe('disc rotors')
})

function parseFilters(query: string): PartFilters {
  return parsePartFilters(new URLSearchParams(query))
}

function formatQuery(filters: PartFilters): string {
  return serializePartFilters(filters).toString()
}
