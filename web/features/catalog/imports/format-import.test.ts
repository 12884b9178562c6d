import type { PartImport } from '@freehub/contract/catalog/imports'
import { expect, test } from 'vitest'
import { formatImportStatus } from './format-import.ts'

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
