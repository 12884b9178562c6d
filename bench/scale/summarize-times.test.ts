import { expect, test } from 'vitest'
import { summarizeTimes } from './summarize-times.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, i) => n - i)

test('the median of 100 times is the 50th, and their p99 is the 99th', () => {
  expect(summarizeTimes(upTo(100))).toEqual({ median: 50, p99: 99, count: 100 })
})

test('the p99 of fewer than 100 times is the slowest one', () => {
  expect(summarizeTimes(upTo(3))).toEqual({ median: 2, p99: 3, count: 3 })
  expect(summarizeTimes([4.5])).toEqual({ median: 4.5, p99: 4.5, count: 1 })
})
