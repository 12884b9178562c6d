import { readFileSync } from 'node:fs'
import type { PartDetails } from '@freehub/contract/catalog/parts'
import { expect, test } from 'vitest'
import { createPart } from '../../../testing/part.ts'
import { describeShop } from '../../../ui/page/describe-shop.ts'
import { serializeForScript } from '../../../ui/page/structured-data.tsx'
import { buildPartJsonLd, formatMetaDescription } from './part-json-ld.ts'

const origin = 'https://freehub.example'
const seller = describeShop(origin, { average: 4.6, count: 36 })
const part = createPart({
  name: 'Holm chain, 116 links',
  description: 'For 6-, 7- and 8-speed sprockets.',
  price: 2.6,
})
const details: PartDetails = {
  _id: part._id,
  sku: 'FH-10110-7',
  family: 'Chains',
  familySlug: 'chains',
  supersedes: null,
  hsCode: '731511',
  priceTiers: [
    { fromQuantity: 50, price: 2.6 },
    { fromQuantity: 300, price: 2.47 },
  ],
  orderMultiple: null,
  packSize: 10,
  cartonSize: 50,
  weightGrams: 305,
  leadTimeDays: 21,
  attributes: { links: 116, pitch_mm: 12.7 },
}

const describeVariant = (
  overrides: Partial<typeof part> = {},
  partDetails: PartDetails | undefined = details,
) =>
  buildPartJsonLd({ part: { ...part, ...overrides }, details: partDetails, origin, seller })[
    '@graph'
  ]

test('describes a part as a product with its SKU, family, weight and dimensions', () => {
  expect(describeVariant()[0]).toMatchObject({
    '@type': 'Product',
    name: part.name,
    sku: 'FH-10110-7',
    category: 'Chains',
    url: `${origin}/allParts/${part._id}`,
    image: `${origin}/pictures/FH-10110-7.png`,
    weight: { value: 305, unitCode: 'GRM' },
    additionalProperty: [
      { name: 'Links', value: '116' },
      { name: 'Pitch', value: '12.7 mm' },
    ],
  })
})

test('states the unit price at the minimum order, and the range of quantities with this unit price', () => {
  expect(describeVariant()[0]).toMatchObject({
    offers: {
      price: '2.60',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      eligibleQuantity: { minValue: 50, maxValue: 299 },
    },
  })
  const [product] = describeVariant({}, { ...details, priceTiers: [] })
  expect(product).not.toHaveProperty('offers.eligibleQuantity.maxValue')
})

test('reports stock below the minimum order as out of stock', () => {
  expect(describeVariant({ availableQuantity: 49 })[0]).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  })
})

test('gives the rating to the shop, not to the part', () => {
  const [product] = describeVariant()
  expect(product).not.toHaveProperty('aggregateRating')
  expect(product).not.toHaveProperty('review')
  expect(product).toMatchObject({
    offers: { seller: { aggregateRating: { ratingValue: 4.6, reviewCount: 36 } } },
  })
  expect(describeShop(origin, { average: 0, count: 0 })).not.toHaveProperty('aggregateRating')
  expect(describeShop(origin, undefined)).not.toHaveProperty('aggregateRating')
})

test('puts the family into the breadcrumbs, with absolute URLs', () => {
  expect(describeVariant()[1]).toMatchObject({
    itemListElement: [
      { position: 1, item: `${origin}/allParts` },
      { position: 2, name: 'Chains', item: `${origin}/allParts?family=chains` },
      { position: 3, item: `${origin}/allParts/${part._id}` },
    ],
  })
})

test('omits SKU, category and weight of a part without details', () => {
  const [product, breadcrumbs] = buildPartJsonLd({
    part: { ...part, img: 'https://maker.example/a.webp' },
    details: undefined,
    origin,
    seller,
  })['@graph']
  for (const name of ['sku', 'category', 'weight']) expect(product).not.toHaveProperty(name)
  expect(product).toMatchObject({ image: 'https://maker.example/a.webp', additionalProperty: [] })
  expect(breadcrumbs).toMatchObject({ itemListElement: [{ position: 1 }, { position: 2 }] })
})

test('escapes hostile text so that parsing returns it unchanged', () => {
  const hostile =
    '</script><script>alert(1)</script> "><img src=x onerror=alert(1)> <!-- \u2028 &lt; \u202e 😀'
  const data = buildPartJsonLd({
    part: { ...part, name: hostile, description: hostile, img: `https://x.example/${hostile}` },
    details: { ...details, sku: hostile, family: hostile, attributes: { [hostile]: hostile } },
    origin,
    seller,
  })
  const json = serializeForScript(data)
  expect(json).not.toMatch(/[<\u2028]/)
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(data)))
  expect(data['@graph'][0]).toMatchObject({ name: hostile, description: hostile, sku: hostile })
})

test('uses the JPEG of a photo as the picture', () => {
  const photo = '/photos/01980000-0000-7000-8000-000000000002/1280'
  expect(describeVariant({ img: `${photo}.webp` })[0]).toMatchObject({
    image: `${origin}${photo}.jpeg`,
  })
})

const chain = { ...part, name: 'Holm chain', description: '', img: '', price: 2.68 }

test('the meta description states name, price, minimum order and description', () => {
  const description = 'Roller chain 1/2 x 3/32 for 6-, 7- and 8-speed sprockets.'
  expect(formatMetaDescription({ ...chain, description })).toBe(
    'Holm chain: $2.68 per unit, minimum order 50 pieces. Roller chain 1/2 x 3/32 for 6-, 7- and 8-speed sprockets.',
  )
})

test('the meta description of every sample part has 50 to 160 characters', () => {
  const file = new URL('../../../../dev/sample-data/catalog/parts.json', import.meta.url)
  const catalog = JSON.parse(readFileSync(file, 'utf8')) as {
    name: string
    description: string
    price_cents: number
  }[]
  for (const { name, description, price_cents } of catalog) {
    expectValidDescription(
      formatMetaDescription({ ...chain, name, description, price: price_cents / 100 }),
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
])('the meta description for the name %j has 50 to 160 characters', (name) => {
  expectValidDescription(formatMetaDescription({ ...chain, name, minimumOrder: 1, price: 1 }))
  const metaDescription = formatMetaDescription({ ...chain, name, description: name })
  expectValidDescription(metaDescription)
  expect(metaDescription.isWellFormed()).toBe(true)
})

function expectValidDescription(metaDescription: string) {
  expect(metaDescription.length).toBeGreaterThanOrEqual(50)
  expect(metaDescription.length).toBeLessThanOrEqual(160)
  expect(metaDescription).not.toMatch(/\s{2}|[\s,;:]…$/)
}
