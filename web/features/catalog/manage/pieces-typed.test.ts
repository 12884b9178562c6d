import { expect, test } from 'vitest'
import { piecesTyped } from './pieces-typed.ts'

test.each([
  ['1200', 1200],
  [' 1,200 ', 1200],
  ['1 200', 1200],
  ['1.200', 1200],
  ["1'200", 1200],
  ['1\u202f200', 1200],
  ['12,000,000', 12_000_000],
  ['0', 0],
])('%s is so many pieces', (text, pieces) => {
  expect(piecesTyped(text)).toBe(pieces)
})

test.each(['1.5', '1,20', '1,2000', '-5', '+5', 'ten', '1e3', '12345678901'])(
  '%s is no number of pieces',
  (text) => {
    expect(piecesTyped(text)).toBeNaN()
  },
)

test('nothing is nothing', () => {
  expect(piecesTyped('  ')).toBeUndefined()
})
