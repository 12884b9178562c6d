import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatMetaDescription } from './part-meta-description.ts'

const part = {
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Holm chain',
  description: '',
  img: '',
  price: 2.68,
  availableQuantity: 8400,
  minimumOrder: 50,
}

test('states name, price, minimum order and description', () => {
  const description = 'Roller chain 1/2 x 3/32 for 6-, 7- and 8-speed sprockets.'
  expect(formatMetaDescription({ ...part, description })).toBe(
    'Holm chain: $2.68 per unit, minimum order 50 pieces. Roller chain 1/2 x 3/32 for 6-, 7- and 8-speed sprockets.',
  )
})

test('describes every part of the catalogue in 50 to 160 characters', () => {
  const file = new URL('../../../dev/sample-data/catalogue/parts.json', import.meta.url)
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as {
    name: string
    description: string
    price_cents: number
  }[]
  for (const { name, description, price_cents } of catalogue) {
    expectValidDescription(
      formatMetaDescription({ ...part, name, description, price: price_cents / 100 }),
    )
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
])('describes the name %j in 50 to 160 characters', (name) => {
  expectValidDescription(formatMetaDescription({ ...part, name, minimumOrder: 1, price: 1 }))
  const metaDescription = formatMetaDescription({ ...part, name, description: name })
  expectValidDescription(metaDescription)
  expect(metaDescription.isWellFormed()).toBe(true)
})

function expectValidDescription(metaDescription: string) {
  expect(metaDescription.length).toBeGreaterThanOrEqual(50)
  expect(metaDescription.length).toBeLessThanOrEqual(160)
  expect(metaDescription).not.toMatch(/\s{2}|[\s,;:]…$/)
}
