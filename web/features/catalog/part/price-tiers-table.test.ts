import { expect, test } from 'vitest'
import { createPart } from '../../../testing/part.ts'
import { listPriceTiers } from './price-tiers-table.tsx'

const part = createPart()

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
