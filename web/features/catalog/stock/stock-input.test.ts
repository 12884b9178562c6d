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
])('parses %s as the stock on hand', (text, onHand) => {
  expect(parseStockInput(text)).toEqual({ onHand })
})

test.each(['', '+', '-', '+-5', 'ten', '1.5', '+0.500', '5-'])('rejects "%s"', (text) => {
  expect(parseStockInput(text)).toBeUndefined()
})

test('converts a count of the stock on hand into a change', () => {
  expect(computeStockDelta({ onHand: 80 }, 100)).toBe(-20)
  expect(computeStockDelta({ change: -5 }, 100)).toBe(-5)
})
