import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkTotal, quantityRefusal } from '../orders/order-refusals.ts'
import { formatWeight, isSoldOut } from './parts.ts'

const part = { minimumOrder: 10, availableQuantity: 100 }

test('refuses a quantity below the minimum with the message of the specification', () => {
  expect(quantityRefusal(part, 9)).toEqual({
    refused: 'quantity_below_minimum',
    detail: 'You have to order minimum 10 pieces',
    errors: { quantity: 'You have to order minimum 10 pieces' },
  })
})

test('refuses a quantity above the available quantity with the message of the specification', () => {
  expect(quantityRefusal({ ...part, availableQuantity: 15_400 }, 15_401)).toEqual({
    refused: 'quantity_above_available',
    detail: 'You can order maximum 15400 pieces',
    errors: { quantity: 'You can order maximum 15400 pieces' },
  })
})

test('accepts exactly the minimum and exactly the available quantity', () => {
  expect(quantityRefusal(part, 10)).toBeUndefined()
  expect(quantityRefusal(part, 100)).toBeUndefined()
})

test('a part is sold out if no quantity of it can be ordered', () => {
  expect(isSoldOut({ minimumOrder: 10, availableQuantity: 10 })).toBe(false)
  expect(isSoldOut({ minimumOrder: 10, availableQuantity: 9 })).toBe(true)
  const anyQuantity = fc.nat(200)
  fc.assert(
    fc.property(anyQuantity, anyQuantity, (availableQuantity, minimumOrder) => {
      const quantities = { availableQuantity, minimumOrder }
      const orderable = Array.from({ length: 201 }, (_, n) => n).some(
        (quantity) => !quantityRefusal(quantities, quantity),
      )
      expect(isSoldOut(quantities)).toBe(!orderable)
    }),
  )
})

test('accepts order totals from $0.50 to $999,999.99', () => {
  expect(checkTotal(49)?.refused).toBe('total_out_of_range')
  expect(checkTotal(50)).toBeUndefined()
  expect(checkTotal(99_999_999)).toBeUndefined()
  expect(checkTotal(100_000_000)?.refused).toBe('total_out_of_range')
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
