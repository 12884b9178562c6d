import { expect, test } from 'vitest'
import { checkTotal, quantityRefusal } from './order-refusals.ts'

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

test('accepts order totals from $0.50 to $999,999.99', () => {
  expect(checkTotal(49)?.refused).toBe('total_out_of_range')
  expect(checkTotal(50)).toBeUndefined()
  expect(checkTotal(99_999_999)).toBeUndefined()
  expect(checkTotal(100_000_000)?.refused).toBe('total_out_of_range')
})
