import {
  type PartsWanted,
  partsWantedQuery,
  readPartsWanted,
} from '@freehub/contract/catalog/parts-wanted'
import { expect, test } from 'vitest'
import { chosenOf, nothingChosen } from './chosen.ts'

const families = [
  { slug: 'chains', name: 'Chains', figure: 'chain', count: 8 },
  { slug: 'pedals', name: 'Pedals', figure: 'pedal', count: 3 },
]

const all = wantedBy(
  'search=44T&family=chains,pedals&available=true&priceFrom=1&priceTo=45&sort=price',
)

test('everything that narrows the list is a chip by its name', () => {
  expect(chosenOf(all, families).map(({ name }) => name)).toEqual([
    '“44T”',
    'Available now',
    '$1.00 to $45.00',
    'Chains',
    'Pedals',
  ])
})

test('a chip gives up itself alone', () => {
  const left = chosenOf(all, families).map(({ without }) => queryOf({ ...all, ...without }))
  expect(left).toEqual([
    'family=chains%2Cpedals&available=true&priceFrom=1&priceTo=45&sort=price',
    'search=44T&family=chains%2Cpedals&priceFrom=1&priceTo=45&sort=price',
    'search=44T&family=chains%2Cpedals&available=true&sort=price',
    'search=44T&family=pedals&available=true&priceFrom=1&priceTo=45&sort=price',
    'search=44T&family=chains&available=true&priceFrom=1&priceTo=45&sort=price',
  ])
})

test('when all is cleared the order stays', () => {
  expect(queryOf({ ...all, ...nothingChosen })).toBe('sort=price')
  expect(chosenOf({ ...all, ...nothingChosen }, families)).toEqual([])
})

test('one price alone is a chip too, and a family that nobody knows yet goes by its slug', () => {
  expect(chosenOf(wantedBy('priceTo=9.5'))[0]?.name).toBe('Up to $9.50')
  expect(chosenOf(wantedBy('priceFrom=0.4'))[0]?.name).toBe('From $0.40')
  expect(chosenOf(wantedBy('family=disc-rotors'))[0]?.name).toBe('disc rotors')
})

function wantedBy(query: string): PartsWanted {
  return readPartsWanted(new URLSearchParams(query))
}

function queryOf(wanted: PartsWanted): string {
  return partsWantedQuery(wanted).toString()
}
