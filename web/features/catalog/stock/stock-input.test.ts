import { expect, test } from 'vitest'
import { computeStockDelta, parseStockInput } from './stock-input.ts'

test.each([
  ['+20', 20],
  [' + 1,200 ', 1200],
  ['-5', -5],
  ['−5', -5],
  ['–5', -5],
])('parses %s as a change', (text, change) => {
  expect(parseStockInput(text)).toEqual({ change })
})

test.each([
  ['120', 120],
  ['1,200', 1200],
  ['0', 0],
])('parses %s as a new quantity', (text, available) => {
  expect(parseStockInput(text)).toEqual({ available })
})

test.each(['', '+', '-', '+-5', 'ten', '1.5', '5-'])('rejects "%s"', (text) => {
  expect(parseStockInput(text)).toBeUndefined()
})

test('computes the change from a new available quantity', () => {
  expect(computeStockDelta({ available: 80 }, 100)).toBe(-20)
  expect(computeStockDelta({ change: -5 }, 100)).toBe(-5)
})
