import { expect, test } from 'vitest'
import { dollarsTyped } from './dollars-typed.ts'

test.each([
  ['4.50', 4.5],
  ['4,50', 4.5],
  ['$ 1', 1],
  [' 12 ', 12],
  ['4.', 4],
  ['0', 0],
])('%j is %d dollars', (text, dollars) => {
  expect(dollarsTyped(text)).toBe(dollars)
})

test.each(['cheap', '-1', '1.234', '1,000.00', '1e3', '12345678', '.'])(
  '%j is no amount',
  (text) => {
    expect(dollarsTyped(text)).toBeNaN()
  },
)

test('nothing typed is nothing wanted', () => {
  expect(dollarsTyped('  ')).toBeUndefined()
})
