import { expect, it } from 'vitest'
import { findNextId } from './find-next-id.ts'

it.each([
  ['a', 'b'],
  ['ac', 'd'],
  ['d', 'c'],
  ['bd', 'c'],
  ['abcd', undefined],
])('after the removal of %s from a, b, c and d, continues at %s', (removed, next) => {
  expect(findNextId(['a', 'b', 'c', 'd'], Array.from(removed))).toBe(next)
})
