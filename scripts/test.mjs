import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { ensurePgbouncer } from './check/ensure-programs.mjs'
import { findTestBrowser } from './check/find-chromium.mjs'
import { matchesFilter } from './check/match-filter.mjs'
import { endAllProcesses, runNpmScript, runWithDeadline } from './check/run-with-deadline.mjs'
import {
  countPlaywright,
  countVitest,
  formatSlowestFiles,
  formatSummary,
} from './check/summarize-reports.mjs'
import { listVersionDifferences } from './check/version-differences.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { ensureInstalled } from './prepare/ensure-installed.mjs'
import { findNode } from './prepare/find-node.mjs'
import { root } from './prepare/root.mjs'
import { envWithLocalBin } from './prepare/run-command.mjs'
import { endWithNpm, requireNode } from './prepare/run-main.mjs'

const TIMEOUT_MS = 40 * 60_000
const REPORTS = path.join(root, '.cache/reports')

requireNode()
endWithNpm()
const started = Date.now()
let deadline = started + TIMEOUT_MS
// Playwright reads filters as patterns, in which `\` has another meaning.
const filter = process.argv.slice(2).map((part) => part.replaceAll(path.sep, '/'))
const counts = []
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    deadline = 0
    endAllProcesses()
  })
}

try {
  await ensureInstalled()
  const node = await findNode()
  await mkdir(REPORTS, { recursive: true })
  const withBrowser = await hasBrowserTests()
  await Promise.all([filter.length === 0 && checkSources(node), runTests(node, withBrowser)])
} catch (error) {
  console.error(error.message)
  counts.push({ passed: 0, failed: 1, skipped: 0 })
}
const hasPassed =
  counts.every(({ failed }) => failed === 0) && counts.some(({ passed }) => passed > 0)
if (!hasPassed) process.exitCode ||= 1
console.log(`\nSlowest files:\n${formatSlowestFiles(counts)}`)
console.log(`\n${formatSummary(counts)} (${formatSecondsSince(started)})`)

/** Returns whether any browser test matches the filter. Without a filter, returns true. */
async function hasBrowserTests() {
  if (filter.length === 0) return true
  const files = await readdir(path.join(root, 'tests/e2e'), { recursive: true })
  return files.some((file) => matchesFilter(file, filter))
}

async function runTests(node, withBrowser) {
  const chromium = await prepare(node, withBrowser)
  await Promise.all([runVitest(node, chromium), withBrowser && runPlaywright(node, chromium)])
}

/**
 * Installs PgBouncer and Chromium, and builds the pages. Returns the path of Chromium if tests need
 * it.
 */
async function prepare(node, withBrowser) {
  let chromium
  await Promise.all([
    check('Chromium', async () => {
      if (filter.length > 0 && !withBrowser) return
      const found = await findTestBrowser(node, deadline)
      chromium = found.chromium
      return found.problem
    }).then(async () => {
      const problem = await ensurePgbouncer(deadline)
      if (problem) console.log(`${problem}\nThe tests with a connection pooler are skipped.`)
    }),
    check('Build', () => ensureBuilt().catch((error) => error.message)),
  ])
  return chromium
}

/** Runs one check after the other, in parallel with the build and the tests. */
async function checkSources(node) {
  await checkWithNpm('Types', 'types')
  await checkWithNpm('Format and lint', 'lint')
  await checkWithNpm('Imports', 'imports')
  await checkWithNpm('Unused code', 'unused')
  await check('Installed versions', async () => (await listVersionDifferences(node)).join('\n'))
}

function checkWithNpm(name, script) {
  return check(name, () => runNpmScript(script, deadline))
}

/** Runs a check, which returns its problem or nothing. Counts it as a test; with a filter, only if it fails. */
async function check(name, run) {
  const since = Date.now()
  const problem = await run()
  if (problem) counts.push({ passed: 0, failed: 1, skipped: 0, failures: [`✗ ${name}`] })
  else if (filter.length === 0) counts.push({ passed: 1, failed: 0, skipped: 0 })
  if (problem || filter.length === 0) {
    console.log(`${problem ? '✗' : '✓'} ${name} (${formatSecondsSince(since)})`)
  }
  if (problem) console.log(problem)
}

function runVitest(node, chromium) {
  const report = path.join(REPORTS, 'vitest.json')
  return runAndCount('Unit and integration tests', countVitest, report, {
    live: true,
    chromium,
    args: [
      node,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(filter.length > 0 ? ['--passWithNoTests'] : []),
    ],
  })
}

/**
 * Runs Playwright. Without a filter, prints its output at the end, because Vitest prints at the same
 * time.
 */
function runPlaywright(node, chromium) {
  return runAndCount('Browser tests', countPlaywright, path.join(REPORTS, 'playwright.json'), {
    live: filter.length > 0,
    chromium,
    args: [
      node,
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=tests/e2e',
      ...(filter.length > 0 ? ['--pass-with-no-tests'] : []),
    ],
  })
}

/** Runs a test runner and adds the counts of its report to `counts`. */
async function runAndCount(name, count, report, { args, live, chromium }) {
  const since = Date.now()
  await rm(report, { force: true })
  const [command, ...rest] = args
  const { code, timedOut, output } = await runWithDeadline(command, [...rest, ...filter], {
    deadline,
    live,
    env: {
      ...envWithLocalBin(),
      ...(chromium && { CHROMIUM_PATH: chromium }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  })
  if (output) console.log(output)
  const counted = await count(report, code === 0)
  counts.push(counted)
  const { failures, ...numbers } = counted
  console.log(`── ${name}: ${formatSummary([numbers])} (${formatSecondsSince(since)})`)
  if (timedOut) console.log('The tests were stopped at the time limit.')
}

function formatSecondsSince(time) {
  return `${((Date.now() - time) / 1000).toFixed(1)} s`
}
