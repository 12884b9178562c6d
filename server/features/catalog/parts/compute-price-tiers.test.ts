import { expect, test } from 'vitest'
import { computePriceTiers } from './part-terms.ts'

const stored = [
  { fromQuantity: 50, unitPriceCents: 1000 },
  { fromQuantity: 300, unitPriceCents: 900 },
  { fromQuantity: 1000, unitPriceCents: 850 },
]
const computeTiers = (unitPriceCents: number, minimumOrder = 50) =>
  computePriceTiers(stored, { unitPriceCents, minimumOrder }).map((tier) => Object.values(tier))

test('returns the stored tiers while the price is unchanged', () => {
  expect(computeTiers(1000)).toEqual(stored.map((tier) => Object.values(tier)))
})

test('scales tiers with the price, and restores them exactly with the old price', () => {
  expect(computeTiers(1111)).toEqual([
    [50, 1111],
    [300, 1000],
    [1000, 944],
  ])
  expect(computeTiers(3)).toEqual([[50, 3]])
  expect(computeTiers(1000)).toHaveLength(3)
})

test('starts the first tier at the minimum order and drops tiers below it', () => {
  expect(computeTiers(1000, 10)[0]).toEqual([10, 1000])
  expect(computeTiers(1000, 300)).toEqual([
    [300, 1000],
    [1000, 850],
  ])
  expect(computeTiers(1000, 5000)).toEqual([[5000, 1000]])
})

test('never scales a tier below one cent', () => {
  const steep = [
    { fromQuantity: 50, unitPriceCents: 1000 },
    { fromQuantity: 300, unitPriceCents: 100 },
  ]
  expect(computePriceTiers(steep, { unitPriceCents: 3, minimumOrder: 50 })).toEqual([
    { fromQuantity: 50, unitPriceCents: 3 },
    { fromQuantity: 300, unitPriceCents: 1 },
  ])
})

test('returns no tiers for a part without stored tiers', () => {
  expect(computePriceTiers([], { unitPriceCents: 1000, minimumOrder: 50 })).toEqual([])
})
