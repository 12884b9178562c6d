import type { PartImport } from '@freehub/contract/catalog/imports'
import { expect, test } from 'vitest'
import { fateTabs, readFate } from './fates.ts'

const counts = { add: 2, change: 1, same: 3, wrong: 4 }

test('rows are counted by their fate, those that could not be imported where there are some', () => {
  const tabs = fateTabs({ counts, failed: 0 } as PartImport)
  expect(tabs.map(({ name, count }) => `${name} ${count}`)).toEqual([
    'All rows 10',
    'New 2',
    'Changed 1',
    'Unchanged 3',
    'Wrong 4',
  ])
  expect(fateTabs({ counts, failed: 1 } as PartImport).at(-1)?.name).toBe('Not imported')
})

test('an address that names no fate shows all rows', () => {
  expect([readFate('wrong'), readFate('failed'), readFate('nice'), readFate(null)]).toEqual([
    'wrong',
    'failed',
    '',
    '',
  ])
})
