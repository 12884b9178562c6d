import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quantityRefusal } from '../orders/order-refusals.ts'
import { formatWeight, isSoldOut, toTerms } from './parts.ts'

test('a part is sold out if no quantity of it can be ordered', () => {
  expect(isSoldOut({ minimumOrder: 10, availableQuantity: 10 })).toBe(false)
  expect(isSoldOut({ minimumOrder: 10, availableQuantity: 9 })).toBe(true)
  const anyQuantity = fc.nat(200)
  fc.assert(
    fc.property(anyQuantity, anyQuantity, (availableQuantity, minimumOrder) => {
      const quantities = { availableQuantity, minimumOrder, orderMultiple: null }
      const orderable = Array.from({ length: 201 }, (_, n) => n).some(
        (quantity) => !quantityRefusal(quantities, quantity),
      )
      expect(isSoldOut(quantities)).toBe(!orderable)
    }),
  )
})

test('formats weights below a kilogram in grams, others in kilograms', () => {
  expect(formatWeight(1.8)).toBe('1.8 g')
  expect(formatWeight(305)).toBe('305 g')
  expect(formatWeight(999)).toBe('999 g')
  expect(formatWeight(1000)).toBe('1 kg')
  expect(formatWeight(50 * 305)).toBe('15.25 kg')
  expect(formatWeight(1_240_400)).toBe('1,240 kg')
})

test('formats a weight without the error of floating-point arithmetic', () => {
  expect(formatWeight(3 * 1.1)).toBe('3.3 g')
})

test('the terms of a part contain its price per unit, and all tiers from the second on', () => {
  const priceTiers = [
    { fromQuantity: 1, price: 5 },
    { fromQuantity: 50, price: 4.5 },
    { fromQuantity: 100, price: 4 },
  ]
  const part = { price: 5, minimumOrder: 1 }
  expect(toTerms(part, { priceTiers, orderMultiple: 1 })).toEqual({
    unitPriceCents: 500,
    minimumOrder: 1,
    orderMultiple: 1,
    priceTiers: [
      { fromQuantity: 50, unitPriceCents: 450 },
      { fromQuantity: 100, unitPriceCents: 400 },
    ],
  })
})
