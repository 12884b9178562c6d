import { expect, test } from 'vitest'
import type { Results } from '../scale/results.ts'
import { formatCoresTable } from './cost-model.ts'

const LOADS = [
  'a cached page',
  'a cached list',
  'varying lists',
  'varying searches',
  'My Orders',
  'a booking',
]

/** Creates results in which every load reached this rate. */
function createResults(perSecond: number): Results {
  const loads = Object.fromEntries(LOADS.map((load) => [load, { perSecond }]))
  const size = {
    parts: 1000,
    orders: 1000,
    machine: { cores: 2 },
    loadRuns: [{ workers: 1, loads }],
  }
  return { sizes: [size] } as unknown as Results
}

/** Reads the column of cores, one number for each kind of work. */
const readCores = (results: Results) =>
  formatCoresTable(results)
    .split('\n')
    .slice(2)
    .map((row) => Number(row.split('|').at(-2)?.replaceAll(',', '')))

test('plans twice the cores that 100 million visits a day use', () => {
  // 100 million visits, 0.5 searches each, peak 3 times the mean: 1,736 per second. Two cores reach 100.
  const searches = readCores(createResults(100))[3]
  expect(searches).toBe(70)
})

test('halves the planned cores when the throughput doubles', () => {
  const [slow, fast] = [readCores(createResults(10)), readCores(createResults(20))]
  fast.forEach((cores, n) => {
    expect(cores / (slow[n] as number)).toBeCloseTo(0.5, 1)
  })
})
