import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  printCommits,
  printComparisons,
  printFirstLoad,
  printImports,
  printOrderLists,
  printTimedCalls,
  WORKING_COPY,
} from './print-results.ts'

const exitCode = process.exitCode
const lines: string[] = []

beforeEach(() => {
  process.exitCode = undefined
  lines.length = 0
  vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.push(text))
})
afterEach(() => {
  process.exitCode = exitCode
  vi.restoreAllMocks()
})

const name = 'an operation'

test.each([
  [
    'a ratio',
    (n: number) => printComparisons([[{ name, shop: 1, bare: 1, ratio: 0.85 - n / 100 }, 0.85]]),
  ],
  [
    'an order list',
    (n: number) =>
      printOrderLists([
        [{ name, small: 1, large: 1, ratio: 0.8 - n / 100, readsMoreRows: false }, 0.8],
      ]),
  ],
  ['an import', (n: number) => printImports([{ name, seconds: 50 + n, max: 50 }])],
  ['a call', (n: number) => printTimedCalls([{ name, p95: 100 + n, max: 100 }])],
  ['a first load', (n: number) => printFirstLoad([{ name, kilobytes: 100 + n, max: 100 }])],
])('sets the exit code if %s misses its limit', (_, print) => {
  print(0)
  expect([process.exitCode, lines.length]).toEqual([undefined, 1])
  print(1)
  expect(process.exitCode).toBe(1)
  expect(lines.at(-1)).toContain('Limit missed: an operation')
})

test('prints the median ratio of two commits', () => {
  const rounds = [
    [100, 200, 500],
    [100, 200, 100],
    [100, 200, 300],
  ] as const
  printCommits(
    rounds.flatMap(([before, bare, now]) => [
      ['3cebed7a', { name, shop: before, bare, ratio: before / bare }],
      [WORKING_COPY, { name, shop: now, bare: 2 * bare, ratio: now / (2 * bare) }],
    ]),
  )
  expect(lines.at(-1)).toMatch(/an operation \| +3\.00 \| +1\.50/)
})
