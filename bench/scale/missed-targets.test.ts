import { expect, test } from 'vitest'
import { listMissedPageTargets, listMissedTargets } from './results.ts'

const times = (p99: number) => ({ median: 5, p99, count: 200 })

test('reports searches of 50 ms or more, and processes of 300 MB or more', () => {
  const searches = { 'a common word': times(50), 'a rare word': times(49.9) }
  expect(listMissedTargets({ searches, peakMegabytes: [299, 300] })).toEqual([
    '1% of searches for a common word took 50 ms or more.',
    'A process used 300 MB.',
  ])
  expect(listMissedTargets({ searches: {}, peakMegabytes: [299] })).toEqual([])
})

test('reports pastes that reach their maximum', () => {
  const orderPad = [
    { name: '500 rows', p95: 300, max: 300 },
    { name: '20 texts', p95: 399, max: 400 },
  ]
  expect(listMissedTargets({ searches: {}, orderPad, peakMegabytes: [] })).toEqual([
    '5% of 500 rows took 300 ms or more, not 300.',
  ])
})

test('reports a page of a large catalog below 0.80 of the speed of a small one', () => {
  const comparisons = [
    { name: 'page 1', small: 100, large: 80, minRatio: 0.8 },
    { name: 'page 1,000', small: 100, large: 79, minRatio: 0.8 },
  ]
  expect(listMissedPageTargets(comparisons)).toEqual([
    'In the large catalog, page 1,000 has 0.79 of the speed.',
  ])
})
