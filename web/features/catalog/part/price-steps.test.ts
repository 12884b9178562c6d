import { expect, test } from 'vitest'
import { priceSteps } from './price-steps.ts'

const part = {
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Chain',
  description: 'For 8 speeds.',
  img: '/drawings/FH-10110-7.svg',
  price: 2.68,
  availableQuantity: 8400,
  minimumOrder: 50,
}

test('each step says what it saves, in whole per cent of the price per unit', () => {
  const tiers = [
    { fromQuantity: 50, price: 2.68 },
    { fromQuantity: 300, price: 2.47 },
    { fromQuantity: 1000, price: 2.29 },
  ]
  expect(priceSteps(part, tiers).map(({ saving }) => saving)).toEqual([0, 8, 15])
})

test('one price for all quantities has no steps', () => {
  expect(priceSteps(part, [])).toEqual([])
  expect(priceSteps(part, [{ fromQuantity: 50, price: 2.68 }])).toEqual([])
})

test('a step above the price per unit saves nothing', () => {
  const tiers = [
    { fromQuantity: 50, price: 3 },
    { fromQuantity: 300, price: 2.68 },
  ]
  expect(priceSteps(part, tiers).map(({ saving }) => saving)).toEqual([0, 0])
})
