import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { partInWords } from './part-in-words.ts'

const part = {
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Holm chain',
  description: '',
  img: '',
  price: 2.68,
  availableQuantity: 8400,
  minimumOrder: 50,
}

test('a part is found by its name, price, minimum order and what it is', () => {
  const description = 'Roller chain 1/2 x 3/32 for 6-, 7- and 8-speed sprockets.'
  expect(partInWords({ ...part, description })).toBe(
    'Holm chain: $2.68 per unit, minimum order 50 pieces. Roller chain 1/2 x 3/32 for 6-, 7- and 8-speed sprockets.',
  )
})

test('every part of the catalogue is described in 50 to 160 characters', () => {
  const file = new URL('../../../dev/sample-data/catalogue/parts.json', import.meta.url)
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as {
    name: string
    description: string
    price_cents: number
  }[]
  for (const { name, description, price_cents } of catalogue) {
    expectToFit(partInWords({ ...part, name, description, price: price_cents / 100 }))
  }
})

test.each([
  '',
  'x',
  'W'.repeat(300),
  '🚲'.repeat(200),
  'a '.repeat(200),
  'one\n\n\ttwo',
  'a, '.repeat(90),
])('the name %j is described in 50 to 160 characters', (name) => {
  expectToFit(partInWords({ ...part, name, minimumOrder: 1, price: 1 }))
  const said = partInWords({ ...part, name, description: name })
  expectToFit(said)
  expect(said.isWellFormed()).toBe(true)
})

function expectToFit(said: string) {
  expect(said.length).toBeGreaterThanOrEqual(50)
  expect(said.length).toBeLessThanOrEqual(160)
  expect(said).not.toMatch(/\s{2}|[\s,;:]…$/)
}
