import { expect, it } from 'vitest'
import { formatCappedCount, pluralizeCapped } from './format-count.ts'
import { flattenPages, formatRowCount } from './list-pages.ts'

const formatCount = (...pages: Parameters<typeof flattenPages>[0]) =>
  formatRowCount(flattenPages(pages), 'row', 'rows')

it('caps the total at 10,000', () => {
  expect(pluralizeCapped(1, 'order', 'orders')).toBe('1 order')
  expect(pluralizeCapped(9_999, 'order', 'orders')).toBe('9,999 orders')
  expect(pluralizeCapped(10_000, 'order', 'orders')).toBe('10,000 orders or more')
  expect(formatCappedCount(1248)).toBe('1,248')
  expect(formatCappedCount(10_000)).toBe('10,000+')
})

it('states the number of rows of a complete list, else the server’s total, else the number of loaded rows', () => {
  expect(formatCount({ rows: [1], next: undefined, total: 7 })).toBe('1 row')
  expect(formatCount({ rows: [1], next: '/rows?after=1', total: 1248 })).toBe('1,248 rows')
  expect(formatCount({ rows: [1, 2], next: '/rows?after=1', total: undefined })).toBe(
    '2 rows shown',
  )
})
