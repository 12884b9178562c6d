import { expect, test } from 'vitest'
import { listOneEditKeys } from './list-one-edit-keys.ts'

test.each([
  ['another character', 'FH131327'],
  ['a missing character', 'FH13132'],
  ['an additional character', 'FH1313217'],
  ['two swapped characters', 'FH131312'],
  ['no edit', 'FH131321'],
])('contains the key with %s', (_, key) => {
  expect(listOneEditKeys('FH131321')).toContain(key)
})

test('contains corrected GTINs with leading zeros', () => {
  expect(listOneEditKeys('4006381333913')).toContain('04006381333931')
})

test.each(['', 'ABC', 'ABCDEF', '1'.repeat(21)])(
  'is empty for %j, which is unlikely to be a code',
  (key) => {
    expect(listOneEditKeys(key)).toEqual([])
  },
)

test('has fewer than 1,500 keys', () => {
  expect(listOneEditKeys(`A${'1'.repeat(19)}`).length).toBeLessThan(1500)
})
