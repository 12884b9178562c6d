import { expect, test } from 'vitest'
import { timesOf } from './times.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, i) => n - i)

test('of a hundred the median is the fiftieth, and one in a hundred took longer than the 99th', () => {
  expect(timesOf(upTo(100))).toEqual({ median: 50, p99: 99, count: 100 })
})

test('of few the 99th percentile is the slowest', () => {
  expect(timesOf(upTo(3))).toEqual({ median: 2, p99: 3, count: 3 })
  expect(timesOf([4.5])).toEqual({ median: 4.5, p99: 4.5, count: 1 })
})
