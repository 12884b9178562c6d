import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quantityRefusal, totalRefusal } from './order-refusals.ts'

const part = { minimumOrder: 10, orderMultiple: null, availableQuantity: 100 }

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

test('proposes only quantities that can be ordered', () => {
  const inMultiples = { minimumOrder: 8, orderMultiple: 4, availableQuantity: 1003 }
  const detailOf = (quantity: number) => quantityRefusal(inMultiples, quantity)?.detail
  const prefix = 'This part is sold in multiples of 4 pieces.'
  expect(detailOf(601)).toBe(`${prefix} You can order 600 or 604.`)
  expect(detailOf(1201)).toBe(`${prefix} You can order 1,000.`)
  expect(detailOf(1200)).toBe('You can order maximum 1000 pieces')
  expect(quantityRefusal({ ...inMultiples, availableQuantity: 7 }, 9)?.detail).toBe(prefix)
  const anyCase = fc.record({
    orderMultiple: fc.option(fc.integer({ min: 2, max: 60 })),
    multiples: fc.integer({ min: 1, max: 50 }),
    more: fc.nat(5000),
    quantity: fc.nat(10_000),
  })
  fc.assert(
    fc.property(anyCase, ({ orderMultiple, multiples, more, quantity }) => {
      const minimumOrder = multiples * (orderMultiple ?? 1)
      const part = { minimumOrder, orderMultiple, availableQuantity: minimumOrder + more }
      const [, named] = quantityRefusal(part, quantity)?.detail?.split(/ order /) ?? []
      for (const number of named?.match(/[\d,]+/g) ?? [])
        expect(quantityRefusal(part, Number(number.replaceAll(',', '')))).toBeUndefined()
    }),
  )
})

test('accepts order totals from $0.50 to $999,999.99', () => {
  expect(totalRefusal(49)?.refused).toBe('total_out_of_range')
  expect(totalRefusal(50)).toBeUndefined()
  expect(totalRefusal(99_999_999)).toBeUndefined()
  expect(totalRefusal(100_000_000)?.refused).toBe('total_out_of_range')
})
