import { expect, test } from 'vitest'
import { ratingSummary } from './rating-summary.ts'

test('reviews are averaged and counted by their stars', () => {
  const summary = ratingSummary([{ ratting: 5 }, { ratting: 5 }, { ratting: 4 }, { ratting: 1 }])
  expect(summary.average).toBe(3.8)
  expect(summary.distribution.map(({ count }) => count)).toEqual([2, 1, 0, 0, 1])
})

test('no reviews make no average', () => {
  expect(ratingSummary([])).toMatchObject({ count: 0, average: 0 })
})
