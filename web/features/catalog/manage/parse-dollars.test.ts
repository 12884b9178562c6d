import { expect, test } from 'vitest'
import { parseDollars } from './parse-dollars.ts'

test.each([
  ['4.50', 4.5],
  ['4,50', 4.5],
  ['$ 1', 1],
  [' 12 ', 12],
  ['4.', 4],
  ['0', 0],
])('parses %j as %d dollars', (text, dollars) => {
  expect(parseDollars(text)).toBe(dollars)
})

test.each(['cheap', '-1', '1.234', '1,000.00', '1e3', '12345678', '.'])(
  'returns NaN for %j',
  (text) => {
    expect(parseDollars(text)).toBeNaN()
  },
)

test('returns undefined for an empty text', () => {
  expect(parseDollars('  ')).toBeUndefined()
})
