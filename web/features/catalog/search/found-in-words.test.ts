import { readPartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { expect, test } from 'vitest'
import { nothingFoundInWords, partsInWords, takenForInWords } from './found-in-words.ts'

test.each([
  ['', 'There are no parts in the catalogue yet.'],
  ['sort=price', 'There are no parts in the catalogue yet.'],
  ['search=sidecar', 'No parts match “sidecar”.'],
  ['search=sidecar&available=true', 'No parts match “sidecar” and these filters.'],
  ['family=pedals', 'No parts match these filters.'],
  ['priceFrom=900', 'No parts match these filters.'],
  ['priceTo=0.01', 'No parts match these filters.'],
])('%j finds nothing: %s', (query, sentence) => {
  expect(nothingFoundInWords(readPartsWanted(new URLSearchParams(query)))).toBe(sentence)
})

test('a misspelt search is told what it was taken for', () => {
  expect(takenForInWords('chian', 'chain')).toBe('Nothing is called “chian”. Shown: chain.')
})

test('parts are counted in words', () => {
  const inWords = (total: number) => partsInWords({ total, countedUpTo: 10_000 })
  expect([0, 1, 1440].map(inWords)).toEqual(['No parts', '1 part', '1,440 parts'])
  expect(inWords(10_000)).toBe('10,000 parts or more')
})
