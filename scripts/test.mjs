import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { countPlaywright, countVitest, slowestFiles, summaryOf } from './check/count-tests.mjs'
import { findPgbouncer } from './check/find-pgbouncer.mjs'
import { findTestBrowser } from './check/find-test-browser.mjs'
import { versionDifferences } from './check/pinned-versions.mjs'
import { endAll, runBounded } from './check/run-bounded.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { root } from './prepare/root.mjs'
import { withOwnPrograms } from './prepare/run-command.mjs'

const ALL_WITHIN_MS = 19 * 60_000
const REPORTS = path.join(root, '.cache/reports')

requireNode()
endWithNpm()
const started = Date.now()
let deadline = started + ALL_WITHIN_MS
const filter = process.argv.slice(2)
const counts = []
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    deadline = 0
    endAll()
  })
}

try {
  await ensureInstalled()
  const node = await findNode()
  await mkdir(REPORTS, { recursive: true })
  const browserTests = await matchingBrowserTests()
  const chromium = await prepare(node, browserTests)
  await Promise.all([
    filter.length === 0 && checkSources(node),
    runVitest(node, chromium),
    browserTests && runPlaywright(node, chromium),
  ])
} catch (error) {
  console.error(error.message)
  counts.push({ passed: 0, failed: 1, skipped: 0 })
}
const green = counts.every(({ failed }) => failed === 0) && counts.some(({ passed }) => passed > 0)
if (!green) process.exitCode ||= 1
console.log(`\nThe slowest files:\n${slowestFiles(counts)}`)
console.log(`\n${summaryOf(counts)} (${secondsSince(started)})`)

/** Whether any browser test is to run: all do without a filter. */
async function matchingBrowserTests() {
  if (filter.length === 0) return true
  const files = await readdir(path.join(root, 'tests/e2e'), { recursive: true })
  return files.some((file) => filter.some((part) => path.join('tests/e2e', file).includes(part)))
}

/** Installs or builds what the tests need. Returns the path of a Chromium, if the browser tests need it. */
async function prepare(node, browserTests) {
  let chromium
  await Promise.all([
    check('Chromium', async () => {
      if (filter.length > 0 && !browserTests) return
      const found = await findTestBrowser(node, deadline)
      chromium = found.chromium
      return found.problem
    }).then(async () => {
      const { problem } = await findPgbouncer(deadline)
      if (problem) console.log(`${problem}\nThe tests behind a pooler are skipped.`)
    }),
    check('Build', () => ensureBuilt().catch((error) => error.message)),
  ])
  return chromium
}

/** One after the other, beside the tests. */
async function checkSources(node) {
  await checkByNpm('Types', 'types')
  await checkByNpm('Format and lint', 'lint')
  await checkByNpm('Imports', 'imports')
  await checkByNpm('Nothing unused', 'unused')
  await check('Installed versions', async () => (await versionDifferences(node)).join('\n'))
}

function checkByNpm(name, script) {
  return check(name, async () => {
    const { code, output, late } = await runBounded('npm', ['run', '--silent', script], {
      deadline,
    })
    return code === 0 ? undefined : late ? `${output}\nIt took too long.` : output
  })
}

/** Runs one check, which returns what is wrong, if anything. It counts as one test. */
async function check(name, run) {
  const since = Date.now()
  const problem = await run()
  if (problem) counts.push({ passed: 0, failed: 1, skipped: 0, failures: [`✗ ${name}`] })
  else if (filter.length === 0) counts.push({ passed: 1, failed: 0, skipped: 0 })
  if (problem || filter.length === 0) {
    console.log(`${problem ? '✗' : '✓'} ${name} (${secondsSince(since)})`)
  }
  if (problem) console.log(problem)
}

function runVitest(node, chromium) {
  const report = path.join(REPORTS, 'vitest.json')
  return run('Unit and integration tests', countVitest, report, {
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

/** Its output is shown at its end unless it runs alone: Vitest's comes meanwhile. */
function runPlaywright(node, chromium) {
  return run('Browser tests', countPlaywright, path.join(REPORTS, 'playwright.json'), {
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

async function run(name, count, report, { args, live, chromium }) {
  const since = Date.now()
  await rm(report, { force: true })
  const [command, ...rest] = args
  const { code, late, output } = await runBounded(command, [...rest, ...filter], {
    deadline,
    live,
    env: {
      ...withOwnPrograms(),
      ...(chromium && { CHROMIUM_PATH: chromium }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  })
  if (output) console.log(output)
  const counted = await count(report, code === 0)
  counts.push(counted)
  const { failures, ...numbers } = counted
  console.log(`── ${name}: ${summaryOf([numbers])} (${secondsSince(since)})`)
  if (late) console.log('They took too long and were ended.')
}

function secondsSince(time) {
  return `${((Date.now() - time) / 1000).toFixed(1)} s`
}
