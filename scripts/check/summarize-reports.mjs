import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * `failures`: one text per failed test. `files`: the time each test file took, in milliseconds.
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], files?: { name: string, ms: number }[] }} Counts
 */

/**
 * Counts the tests in Vitest's JSON report. A file that failed without a failed test is one failure.
 * @param {string} file
 * @param {boolean} hasPassed whether Vitest exited with 0
 * @returns {Promise<Counts>}
 */
export async function countVitest(file, hasPassed) {
  const report = await readReport(file)
  const files = report?.testResults ?? []
  const failed = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        formatFailure(`${path.basename(name)} › ${fullName}`, failureMessages[0]),
      ),
  )
  const brokenFiles = files
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    .map(({ name, message }) => formatFailure(name, message))
  return countFailedRun(hasPassed, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + brokenFiles.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures: [...failed, ...brokenFiles],
    files: files.map(({ name, startTime, endTime }) => ({
      name: path.relative(process.cwd(), name),
      ms: endTime - startTime,
    })),
  })
}

/**
 * Counts the tests in Playwright's JSON report.
 * @param {string} file
 * @param {boolean} hasPassed whether Playwright exited with 0
 * @returns {Promise<Counts>}
 */
export async function countPlaywright(file, hasPassed) {
  const report = await readReport(file)
  const { expected = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {}
  const suites = report?.suites ?? []
  return countFailedRun(hasPassed, {
    passed: expected,
    failed: unexpected,
    skipped,
    failures: suites
      .flatMap(listTests)
      .filter(({ status }) => status === 'unexpected')
      .map(({ name, results }) =>
        formatFailure(name, ...results.flatMap(({ errors = [] }) => errors).map(formatError)),
      ),
    files: suites.map((suite) => ({
      name: path.join('tests/e2e', suite.title),
      ms: listTests(suite)
        .flatMap(({ results }) => results)
        .reduce((sum, { duration = 0 }) => sum + duration, 0),
    })),
  })
}

/**
 * Formats the failures and one line with the total counts.
 * @param {Counts[]} counts
 */
export function formatSummary(counts) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  const skipped = sum('skipped')
  const line = `${sum('passed')} passed, ${sum('failed')} failed`
  return [
    ...counts.flatMap(({ failures = [] }) => failures),
    skipped > 0 ? `${line}, ${skipped} skipped` : line,
  ].join('\n')
}

/**
 * Formats the ten slowest files, one line each.
 * @param {Counts[]} counts
 */
export function formatSlowestFiles(counts) {
  return counts
    .flatMap(({ files = [] }) => files)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
    .join('\n')
}

const FAILURE_LINES = 10
const FAILURE_LINE_LENGTH = 300

// biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI colour sequences begin with ESC
const COLOURS = /\u001b\[\d*m/g

/** Formats the first lines of each message. After a timeout, only the second message names the pending step. */
function formatFailure(name, ...messages) {
  const lines = messages
    .flatMap((message = '') => message.replace(COLOURS, '').split('\n').slice(0, FAILURE_LINES))
    .map((line) => line.slice(0, FAILURE_LINE_LENGTH))
  return `✗ ${name}: ${lines.join('\n    ')}`
}

/** Formats the message and the position of an error in Playwright's report. */
function formatError({ message = '', location }) {
  return location ? `${path.basename(location.file)}:${location.line}: ${message}` : message
}

/** Lists the tests of a Playwright suite and of its nested suites. */
function listTests({ title, suites = [], specs = [] }) {
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({ name: spec.title, status, results })),
    ),
    ...suites.flatMap(listTests),
  ].map((test) => ({ ...test, name: `${title} › ${test.name}` }))
}

/**
 * Counts one failure if the run failed but no test did: the report is missing, or an error was
 * outside the tests.
 */
function countFailedRun(hasPassed, counts) {
  return hasPassed || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

async function readReport(file) {
  return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
}
