import { expect, test } from 'vitest'
import { missedBy, missedByPages } from './missed.ts'

const times = (p99: number) => ({ median: 5, p99, count: 200 })

test('a search of 50 ms and a process of 300 MB are told as missed, and what is less is not', () => {
  const searches = { 'a wide word': times(50), 'a narrow word': times(49.9) }
  expect(missedBy({ searches, peakMegabytes: [299, 300] })).toEqual([
    'Of searches for a wide word, one in a hundred took 50 ms.',
    'A process held 300 MB.',
  ])
  expect(missedBy({ searches: {}, peakMegabytes: [299] })).toEqual([])
})

test('a page of a million parts with less than 0.80 of the speed of one of a thousand is told as missed', () => {
  const growths = [
    { what: 'page 1', small: 100, large: 80, least: 0.8 },
    { what: 'page 1,000', small: 100, large: 79, least: 0.8 },
  ]
  expect(missedByPages(growths)).toEqual([
    'Of a large catalogue, page 1,000, has 0.79 of the speed.',
  ])
})
