import { expect, test } from 'vitest'
import { listOneEditKeys } from './list-one-edit-keys.ts'

test.each([
  ['another character', 'FH131327'],
  ['a missing character', 'FH13132'],
  ['an additional character', 'FH1313217'],
  ['two swapped characters', 'FH131312'],
  ['no edit', 'FH131321'],
])('lists the key with %s', (_, key) => {
  expect(listOneEditKeys('FH131321')).toContain(key)
})

test('lists corrected GTINs with leading zeros', () => {
  expect(listOneEditKeys('4006381333913')).toContain('04006381333931')
})

test.each(['', 'ABC', 'ABCDEF', '1'.repeat(21)])(
  'lists no keys for %j, which is unlikely to be a code',
  (key) => {
    expect(listOneEditKeys(key)).toEqual([])
  },
)

test('lists fewer than 1,500 keys for a key of 20 characters', () => {
  expect(listOneEditKeys(`A${'1'.repeat(19)}`).length).toBeLessThan(1500)
})
