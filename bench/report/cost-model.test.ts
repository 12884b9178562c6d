import { expect, test } from 'vitest'
import type { Results } from '../scale/results.ts'
import { coresTable } from './cost-model.ts'

const LOADS = [
  'a page that is kept',
  'a list that is kept',
  'a list, each time another',
  'a search, each time another',
  'My Orders',
  'a booking',
]

/** A shop that was measured to answer as much as this of everything. */
function measured(perSecond: number): Results {
  const loads = Object.fromEntries(LOADS.map((load) => [load, { perSecond }]))
  const size = { parts: 1000, orders: 1000, machine: { cores: 2 }, crowds: [{ workers: 1, loads }] }
  return { sizes: [size] } as unknown as Results
}

/** Of each kind of work the last column. */
const coresOf = (results: Results) =>
  coresTable(results)
    .split('\n')
    .slice(2)
    .map((row) => Number(row.split('|').at(-2)?.replaceAll(',', '')))

test('a hundred million visits a day take the cores of as many machines as they ask more than one answers, twice', () => {
  // 100 million, three times the mean, of which half search: 1,736 a second, of which one machine of two cores answers 100.
  const searches = coresOf(measured(100))[3]
  expect(searches).toBe(70)
})

test('a shop that answers twice as much takes half of the cores', () => {
  const [slow, quick] = [coresOf(measured(10)), coresOf(measured(20))]
  quick.forEach((cores, n) => {
    expect(cores / (slow[n] as number)).toBeCloseTo(0.5, 1)
  })
})
