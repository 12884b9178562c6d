import type { PartImport } from '@freehub/contract/catalog/imports'
import { expect, test } from 'vitest'
import { listRowTabs, readRowFilter } from './row-filters.ts'

const counts = { add: 2, change: 1, same: 3, wrong: 4 }

test('counts rows by result, and failed rows if there are any', () => {
  const tabs = listRowTabs({ counts, failed: 0 } as PartImport)
  expect(tabs.map(({ name, count }) => `${name} ${count}`)).toEqual([
    'All rows 10',
    'New 2',
    'Changed 1',
    'Unchanged 3',
    'Invalid 4',
  ])
  expect(listRowTabs({ counts, failed: 1 } as PartImport).at(-1)?.name).toBe('Not imported')
})

test('shows all rows for an unknown filter', () => {
  expect([
    readRowFilter('wrong'),
    readRowFilter('failed'),
    readRowFilter('nice'),
    readRowFilter(null),
  ]).toEqual(['wrong', 'failed', '', ''])
})
