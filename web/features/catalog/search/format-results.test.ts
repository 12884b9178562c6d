import { parsePartFilters } from '@freehub/contract/catalog/part-filters'
import { expect, test } from 'vitest'
import { formatCorrection, formatNoResults, formatPartCount } from './format-results.ts'

test.each([
  ['', 'There are no parts in the catalog yet.'],
  ['sort=price', 'There are no parts in the catalog yet.'],
  ['search=sidecar', 'No parts match “sidecar”.'],
  ['search=sidecar&available=true', 'No parts match “sidecar” and these filters.'],
  ['family=pedals', 'No parts match these filters.'],
  ['priceFrom=900', 'No parts match these filters.'],
  ['priceTo=0.01', 'No parts match these filters.'],
])('explains why the query %j has no results: %s', (query, sentence) => {
  expect(formatNoResults(parsePartFilters(new URLSearchParams(query)))).toBe(sentence)
})

test('states how the results differ from the typed search', () => {
  const results = { total: 8, correctedText: 'chain', isRelaxed: false }
  expect(formatCorrection(results)).toBe('Showing results for “chain”.')
  expect(formatCorrection({ ...results, total: 0 })).toBe('')
  expect(formatCorrection({ ...results, correctedText: undefined, isRelaxed: true })).toBe(
    'No part matches all words. Parts that match most of them come first.',
  )
})

test('formats the number of parts', () => {
  const format = (total: number) => formatPartCount({ total, maxCount: 10_000 })
  expect([0, 1, 1440].map(format)).toEqual(['No parts', '1 part', '1,440 parts'])
  expect(format(10_000)).toBe('10,000 parts or more')
})
