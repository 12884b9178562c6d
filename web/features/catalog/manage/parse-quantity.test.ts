import { expect, test } from 'vitest'
import { parseQuantity } from './parse-quantity.ts'

test.each([
  ['1200', 1200],
  [' 1,200 ', 1200],
  ['1 200', 1200],
  ['1.200', 1200],
  ["1'200", 1200],
  ['1\u202f200', 1200],
  ['12,000,000', 12_000_000],
  ['0', 0],
])('parses %s', (text, quantity) => {
  expect(parseQuantity(text)).toBe(quantity)
})

test.each(['1.5', '1,20', '1,2000', '-5', '+5', 'ten', '1e3', '12345678901'])(
  'returns NaN for %s',
  (text) => {
    expect(parseQuantity(text)).toBeNaN()
  },
)

test('returns undefined for an empty text', () => {
  expect(parseQuantity('  ')).toBeUndefined()
})
