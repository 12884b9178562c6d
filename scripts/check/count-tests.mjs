import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * `told`: who failed and why, and who passed only when tried again; a line each.
 * @typedef {{ passed: number, failed: number, skipped: number, retried?: number, told?: string[] }} Counts
 */

/**
 * Counts what Vitest says in its JSON report. A file that could not be loaded is one failure. A test
 * that passed only when tried again is named.
 * @param {string} file
 * @param {boolean} green whether Vitest itself was content
 * @returns {Promise<Counts>}
 */
export async function countVitest(file, green) {
  const report = await readReport(file)
  const files = report?.testResults ?? []
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages = [] }) => ({
      status,
      name: `${path.basename(name ?? '')} › ${fullName}`,
      why: failureMessages[0],
    })),
  )
  const failed = tests.filter(({ status }) => status === 'failed')
  const retried = tests.filter(({ status, why }) => status === 'passed' && why)
  return atLeastOneFailed(green, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    ...tell([...failed, ...broken.map(({ name, message }) => ({ name, why: message }))], retried),
  })
}

/**
 * Counts what Playwright says in its JSON report. A test that passed only when tried again is named.
 * @param {string} file
 * @param {boolean} green whether Playwright itself was content
 * @returns {Promise<Counts>}
 */
export async function countPlaywright(file, green) {
  const report = await readReport(file)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  const tests = (report?.suites ?? []).flatMap(testsOf)
  return atLeastOneFailed(green, {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    ...tell(
      tests.filter(({ status }) => status === 'unexpected'),
      tests.filter(({ status }) => status === 'flaky'),
    ),
  })
}

/**
 * Who failed and why, who passed only when tried again, and one line that counts everything.
 * @param {Counts[]} counts
 */
export function summaryOf(counts) {
  const sum = (key) => counts.reduce((total, count) => total + (count[key] ?? 0), 0)
  const [skipped, retried] = [sum('skipped'), sum('retried')]
  const line = [
    `${sum('passed')} passed`,
    `${sum('failed')} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(retried > 0 ? [`${retried} passed only when tried again`] : []),
  ].join(', ')
  return [...counts.flatMap(({ told = [] }) => told), line].join('\n')
}

function tell(failed, retried) {
  const told = [
    ...failed.map(({ name, why }) => `✗ ${name}: ${firstLines(why)}`),
    ...retried.map(({ name, why }) => `↻ ${name}: ${firstLines(why)}`),
  ]
  return {
    ...(retried.length > 0 && { retried: retried.length }),
    ...(told.length > 0 && { told }),
  }
}

const TOLD_LINES = 4
/** What a property failed for may be long. */
const TOLD_SIGNS = 300

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are told by one
const COLOURS = /\u001b\[\d*m/g

function firstLines(why = '') {
  const lines = why.replace(COLOURS, '').split('\n').slice(0, TOLD_LINES)
  return lines.map((line) => line.slice(0, TOLD_SIGNS)).join('\n    ')
}

/** The tests of one of Playwright's suites, and of those within it. */
function testsOf({ title, suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(testsOf)].flatMap((found) =>
    found.tests
      ? found.tests.map(({ status, results }) => ({
          status,
          name: `${title} › ${found.title}`,
          why: results.find(({ error }) => error)?.error.message,
        }))
      : [{ ...found, name: `${title} › ${found.name}` }],
  )
}

/** Without a report, or with an error outside of the tests, the run itself has failed. */
function atLeastOneFailed(green, counts) {
  return green || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

async function readReport(file) {
  return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
}
