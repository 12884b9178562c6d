import { readFile } from 'node:fs/promises'

/** @typedef {{ passed: number, failed: number, skipped: number, retried?: number }} Counts */

/**
 * Counts what Vitest says in its JSON report. A file that could not be loaded is one failure.
 * @param {string} file
 * @param {boolean} green whether Vitest itself was content
 * @returns {Promise<Counts>}
 */
export async function countVitest(file, green) {
  const report = await readReport(file)
  const broken = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return atLeastOneFailed(green, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  })
}

/**
 * Counts what Playwright says in its JSON report. A test that passed only when tried again is named.
 * @param {string} file
 * @param {boolean} green whether Playwright itself was content
 * @returns {Promise<Counts>}
 */
export async function countPlaywright(file, green) {
  const {
    expected = 0,
    unexpected = 0,
    flaky = 0,
    skipped = 0,
  } = (await readReport(file))?.stats ?? {}
  return atLeastOneFailed(green, {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    ...(flaky > 0 && { retried: flaky }),
  })
}

/**
 * One line that counts everything.
 * @param {Counts[]} counts
 */
export function summaryOf(counts) {
  const sum = (key) => counts.reduce((total, count) => total + (count[key] ?? 0), 0)
  const [skipped, retried] = [sum('skipped'), sum('retried')]
  return [
    `${sum('passed')} passed`,
    `${sum('failed')} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(retried > 0 ? [`${retried} passed only when tried again`] : []),
  ].join(', ')
}

/** Without a report, or with an error outside of the tests, the run itself has failed. */
function atLeastOneFailed(green, counts) {
  return green || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

async function readReport(file) {
  return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
}
