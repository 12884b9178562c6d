import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countPlaywright,
  countVitest,
  formatSlowestFiles,
  formatSummary,
} from './summarize-reports.mjs'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-count-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('counts Vitest’s tests and lists failures, including files that fail to load or in a hook', async () => {
  const file = await write({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: path.resolve('no.test.ts'),
        status: 'failed',
        assertionResults: [],
        message: 'no such module',
        startTime: 1_000,
        endTime: 1_000,
      },
      {
        name: path.resolve('server/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'places an order', failureMessages: ['Error: a\n at b'] },
          { status: 'passed', fullName: 'ships an order', failureMessages: [] },
        ],
        startTime: 1_000,
        endTime: 3_000,
      },
      {
        name: path.resolve('server/hook.test.ts'),
        status: 'failed',
        assertionResults: [{ status: 'skipped', fullName: 'pays', failureMessages: [] }],
        message: 'no database',
        startTime: 1_000,
        endTime: 1_000,
      },
    ],
  })
  expect(await countVitest(file, false)).toEqual({
    passed: 5,
    failed: 3,
    skipped: 3,
    failures: [
      '✗ a.test.ts › places an order: Error: a\n     at b',
      `✗ ${path.resolve('no.test.ts')}: no such module`,
      `✗ ${path.resolve('server/hook.test.ts')}: no database`,
    ],
    files: [
      { name: 'no.test.ts', ms: 0 },
      { name: 'server/a.test.ts', ms: 2_000 },
      { name: 'server/hook.test.ts', ms: 0 },
    ],
  })
})

test('counts Playwright’s tests and lists the failures, for a timeout with the step in progress', async () => {
  const createSpec = (title: string, status: string, ...errors: object[]) => ({
    title,
    tests: [
      {
        status,
        results: [
          { duration: 700, errors },
          { duration: 300, errors: [] },
        ],
      },
    ],
  })
  const timeout = { message: '\u001b[31mTest timeout of 60000ms exceeded.\u001b[39m' }
  const location = { file: '/shop/tests/e2e/paying.spec.ts', line: 7, column: 3 }
  const file = await write({
    stats: { expected: 3, unexpected: 2, skipped: 1 },
    suites: [
      {
        title: 'paying.spec.ts',
        specs: [
          createSpec('charges a card', 'unexpected', timeout, { message: 'click: late', location }),
        ],
        suites: [
          {
            title: 'dark theme',
            specs: [createSpec('is visible', 'unexpected', { message: 'hidden' })],
          },
        ],
      },
    ],
  })
  expect(await countPlaywright(file, false)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 1,
    failures: [
      '✗ paying.spec.ts › charges a card: Test timeout of 60000ms exceeded.\n    paying.spec.ts:7: click: late',
      '✗ paying.spec.ts › dark theme › is visible: hidden',
    ],
    files: [{ name: 'tests/e2e/paying.spec.ts', ms: 2_000 }],
  })
})

test('counts a failure when a run fails without a failed test', async () => {
  const missing = path.join(folder, 'missing.json')
  expect(await countVitest(missing, false)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  expect(await countPlaywright(missing, false)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
  const allPassed = await write({ numPassedTests: 5, numFailedTests: 0, testResults: [] })
  expect(await countVitest(allPassed, false)).toMatchObject({ passed: 5, failed: 1 })
})

test('the summary ends with the total counts, including skipped tests if there are any', () => {
  const passed = { passed: 2, failed: 0, skipped: 0 }
  expect(formatSummary([passed, passed])).toBe('4 passed, 0 failed')
  expect(
    formatSummary([passed, { passed: 1, failed: 1, skipped: 3, failures: ['✗ b: late'] }]),
  ).toBe('✗ b: late\n3 passed, 1 failed, 3 skipped')
})

test('lists the ten slowest files, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, n) => ({ name: `${n}.test.ts`, ms: n * 1_000 }))
  const none = { passed: 0, failed: 0, skipped: 0 }
  const lines = formatSlowestFiles([
    { ...none, files: files.slice(6) },
    { ...none, files },
  ]).split('\n')
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('  11.0 s  11.test.ts')
})

async function write(report: object): Promise<string> {
  const file = path.join(folder, 'report.json')
  await writeFile(file, JSON.stringify(report))
  return file
}
