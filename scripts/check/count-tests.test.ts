import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPlaywright, countVitest, summaryOf } from './count-tests.mjs'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-count-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('Vitest: who failed is told with why, also a file that could not be loaded; what was left out is skipped', async () => {
  const file = await write({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: '/shop/no.test.ts',
        status: 'failed',
        assertionResults: [],
        message: 'no such module',
      },
      {
        name: '/shop/a.test.ts',
        status: 'failed',
        assertionResults: [
          {
            status: 'failed',
            fullName: 'a order is kept',
            failureMessages: ['Error: gone\n at a'],
          },
        ],
      },
      {
        name: '/shop/b.test.ts',
        status: 'passed',
        assertionResults: [
          { status: 'passed', fullName: 'b is paid', failureMessages: [] },
          { status: 'passed', fullName: 'b is shipped', failureMessages: ['Error: late'] },
        ],
      },
    ],
  })
  expect(await countVitest(file, false)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
    retried: 1,
    told: [
      '✗ a.test.ts › a order is kept: Error: gone\n     at a',
      '✗ /shop/no.test.ts: no such module',
      '↻ b.test.ts › b is shipped: Error: late',
    ],
  })
})

test('Playwright: what passed only when tried again has passed, and is named', async () => {
  const test = (title: string, status: string, message: string) => ({
    title,
    tests: [{ status, results: [{ error: { message } }, {}] }],
  })
  const file = await write({
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [
      {
        title: 'paying.spec.ts',
        specs: [test('a card is charged', 'unexpected', '\u001b[31mnot charged\u001b[39m')],
        suites: [{ title: 'in dark', specs: [test('it is seen', 'flaky', 'dark')] }],
      },
    ],
  })
  expect(await countPlaywright(file, false)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 1,
    retried: 1,
    told: [
      '✗ paying.spec.ts › a card is charged: not charged',
      '↻ paying.spec.ts › in dark › it is seen: dark',
    ],
  })
})

test('a run that ends badly without saying why is a failure', async () => {
  const missing = path.join(folder, 'missing.json')
  expect(await countVitest(missing, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(await countPlaywright(missing, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  const allPassed = await write({ numPassedTests: 5, numFailedTests: 0, testResults: [] })
  expect(await countVitest(allPassed, false)).toMatchObject({ passed: 5, failed: 1 })
})

test('the last line counts them all, and the skipped ones only where there are some', () => {
  const passed = { passed: 2, failed: 0, skipped: 0 }
  expect(summaryOf([passed, passed])).toBe('4 passed, 0 failed')
  expect(summaryOf([passed, { passed: 1, failed: 1, skipped: 3 }])).toBe(
    '3 passed, 1 failed, 3 skipped',
  )
  expect(summaryOf([passed, { ...passed, retried: 1, told: ['↻ b: late'] }])).toBe(
    '↻ b: late\n4 passed, 0 failed, 1 passed only when tried again',
  )
})

async function write(report: object): Promise<string> {
  const file = path.join(folder, 'report.json')
  await writeFile(file, JSON.stringify(report))
  return file
}
