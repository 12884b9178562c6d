import type { PartImport } from '@freehub/contract/catalog/imports'
import { expect, test } from 'vitest'
import {
  formatImportStatus,
  formatValue,
  formatWrongRows,
  listRowTabs,
  readRowFilter,
} from './format-import.ts'

const counts = { add: 1200, change: 1, same: 3, wrong: 0 }

test.each([
  ['reading', {}, '1,204 rows read so far'],
  ['refused', {}, 'Could not be read'],
  ['read', {}, '1,201 products to import'],
  ['read', { counts: { ...counts, add: 0, change: 0 } }, 'Nothing to import'],
  ['applying', { applied: 250 }, '250 of 1,201 products so far'],
  ['applied', { applied: 1201 }, '1,201 products imported'],
  ['applied', { applied: 1, failed: 1200 }, '1 product imported, 1,200 failed'],
  ['cancelled', {}, 'Cancelled. Nothing was imported'],
  ['cancelled', { applied: 250 }, 'Stopped after 250 of 1,201 products'],
])('formats the status of an import that is %s', (state, overrides, status) => {
  const partImport = { state, counts, applied: 0, failed: 0, ...overrides } as PartImport
  expect(formatImportStatus(partImport)).toBe(status)
})

test.each([
  ['read', 1, '1 row has errors and will be skipped.'],
  ['applied', 2, '2 rows have errors and were skipped.'],
  ['cancelled', 1, '1 row has errors.'],
])('states what happens to wrong rows of an import that is %s', (state, wrong, text) => {
  expect(formatWrongRows({ state, counts: { ...counts, wrong } } as PartImport)).toBe(text)
})

test.each([
  ['price', '2.68', '$2.68'],
  ['price', '', 'empty'],
  ['availableQuantity', '8250', '8,250 pieces'],
  ['name', '8250', '8250'],
])('formats the value of %s %j as %s', (column, value, text) => {
  expect(formatValue(column, value)).toBe(text)
})

const rowCounts = { add: 2, change: 1, same: 3, wrong: 4 }

test('counts rows by result, and failed rows if there are any', () => {
  const tabs = listRowTabs({ counts: rowCounts, failed: 0 } as PartImport)
  expect(tabs.map(({ name, count }) => `${name} ${count}`)).toEqual([
    'All rows 10',
    'New 2',
    'Changed 1',
    'Unchanged 3',
    'Invalid 4',
  ])
  expect(listRowTabs({ counts: rowCounts, failed: 1 } as PartImport).at(-1)?.name).toBe(
    'Not imported',
  )
})

test('shows all rows for an unknown filter', () => {
  expect([
    readRowFilter('wrong'),
    readRowFilter('failed'),
    readRowFilter('nice'),
    readRowFilter(null),
  ]).toEqual(['wrong', 'failed', '', ''])
})
