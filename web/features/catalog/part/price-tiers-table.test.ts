import { expect, test } from 'vitest'
import { listPriceTiers } from './price-tiers-table.tsx'

const part = {
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Chain',
  description: 'For 8 speeds.',
  img: '/drawings/FH-10110-7.svg',
  price: 2.68,
  availableQuantity: 8400,
  minimumOrder: 50,
}

test('rounds the saving of each tier to whole per cent of the price per unit', () => {
  const tiers = [
    { fromQuantity: 50, price: 2.68 },
    { fromQuantity: 300, price: 2.47 },
    { fromQuantity: 1000, price: 2.29 },
  ]
  expect(listPriceTiers(part, tiers).map(({ saving }) => saving)).toEqual([0, 8, 15])
})

test('lists no tiers for a single price', () => {
  expect(listPriceTiers(part, [])).toEqual([])
  expect(listPriceTiers(part, [{ fromQuantity: 50, price: 2.68 }])).toEqual([])
})

test('reports no saving for a tier that costs more than the price per unit', () => {
  const tiers = [
    { fromQuantity: 50, price: 3 },
    { fromQuantity: 300, price: 2.68 },
  ]
  expect(listPriceTiers(part, tiers).map(({ saving }) => saving)).toEqual([0, 0])
})
