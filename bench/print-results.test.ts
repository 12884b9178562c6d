import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  printComparisons,
  printFirstLoad,
  printImports,
  printOrderLists,
  printTimedCalls,
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
