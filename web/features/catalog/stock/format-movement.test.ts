import { expect, test } from 'vitest'
import { formatStockChange } from './format-movement.ts'

test.each([
  [20, 140, '+20 pieces, 140 available'],
  [-1, 0, '−1 piece, 0 available'],
  [-1200, -1080, '−1,200 pieces, −1,080 available'],
])('formats a stock change of %d, with %d available', (change, available, text) => {
  expect(formatStockChange(change, available)).toBe(text)
})
