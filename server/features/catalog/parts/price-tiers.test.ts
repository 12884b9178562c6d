import { expect, test } from 'vitest'
import { stepsNow } from './price-tiers.ts'

const given = [
  { fromQuantity: 50, cents: 1000 },
  { fromQuantity: 300, cents: 900 },
  { fromQuantity: 1000, cents: 850 },
]
const steps = (unitPriceCents: number, minimumOrder = 50) =>
  stepsNow(given, { unitPriceCents, minimumOrder }).map((step) => Object.values(step))

test('price steps stay as the maker gave them while the price does', () => {
  expect(steps(1000)).toEqual(given.map((step) => Object.values(step)))
})

test('price steps rise and fall with the price, and come back with it to the cent', () => {
  expect(steps(1111)).toEqual([
    [50, 1111],
    [300, 1000],
    [1000, 944],
  ])
  expect(steps(3)).toEqual([[50, 3]])
  expect(steps(1000)).toHaveLength(3)
})

test('the first step begins with the minimum order and costs what is charged; those below it are none', () => {
  expect(steps(1000, 10)[0]).toEqual([10, 1000])
  expect(steps(1000, 300)).toEqual([
    [300, 1000],
    [1000, 850],
  ])
  expect(steps(1000, 5000)).toEqual([[5000, 1000]])
})

test('no step costs less than a cent', () => {
  const steep = [
    { fromQuantity: 50, cents: 1000 },
    { fromQuantity: 300, cents: 100 },
  ]
  expect(stepsNow(steep, { unitPriceCents: 3, minimumOrder: 50 })).toEqual([
    { fromQuantity: 50, cents: 3 },
    { fromQuantity: 300, cents: 1 },
  ])
})

test('a part without price steps has none, whatever it costs', () => {
  expect(stepsNow([], { unitPriceCents: 1000, minimumOrder: 50 })).toEqual([])
})
