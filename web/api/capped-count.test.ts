import { expect, it } from 'vitest'
import { formatCappedCount, pluralizeCapped } from './capped-count.ts'

it('caps the total at 10,000', () => {
  expect(pluralizeCapped(1, 'order', 'orders')).toBe('1 order')
  expect(pluralizeCapped(9_999, 'order', 'orders')).toBe('9,999 orders')
  expect(pluralizeCapped(10_000, 'order', 'orders')).toBe('10,000 orders or more')
  expect(formatCappedCount(1248)).toBe('1,248')
  expect(formatCappedCount(10_000)).toBe('10,000+')
})
