import { expect, it } from 'vitest'
import { flattenPages, formatRowCount } from './paged-list.ts'

const formatCount = (...pages: Parameters<typeof flattenPages>[0]) =>
  formatRowCount(flattenPages(pages), 'row', 'rows')

it('states the number of rows of a complete list, else the server’s total, else the number of loaded rows', () => {
  expect(formatCount({ rows: [1], next: undefined, total: 7 })).toBe('1 row')
  expect(formatCount({ rows: [1], next: '/rows?after=1', total: 1248 })).toBe('1,248 rows')
  expect(formatCount({ rows: [1, 2], next: '/rows?after=1', total: undefined })).toBe(
    '2 rows shown',
  )
})
