import { expect, test } from 'vitest'
import { readDaysFilter } from './days-filter.ts'

test.each([
  ['?days=7', '7'],
  ['?days=90', '90'],
  ['?days=12', '30'],
  ['', '30'],
])('reads the days of %j as %s', (search, days) => {
  expect(readDaysFilter(new URLSearchParams(search))).toBe(days)
})
