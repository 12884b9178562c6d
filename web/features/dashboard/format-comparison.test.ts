import { expect, test } from 'vitest'
import { formatComparison } from './format-comparison.ts'

test.each([
  [112, 100, '12% more than'],
  [88, 100, '12% less than'],
  [100, 100, 'as much as'],
  [100.01, 100, 'under 1% more than'],
  [0, 100, '100% less than'],
  [350, 100, '250% more than'],
])('compares %d with %d as %s', (current, previous, text) => {
  expect(formatComparison(current, previous)).toBe(text)
})

test.each([
  [100, 0],
  [0, 0],
  [100, -20],
  [-20, 100],
])('returns nothing for %d after %d', (current, previous) => {
  expect(formatComparison(current, previous)).toBeUndefined()
})
