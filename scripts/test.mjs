import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { countPlaywright, countVitest, summaryOf } from './check/count-tests.mjs'
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
let deadline = Date.now() + ALL_WITHIN_MS
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
  await runTests(node, await checkHouse(node))
} catch (error) {
  console.error(error.message)
  counts.push({ passed: 0, failed: 1, skipped: 0 })
}
const green = counts.every(({ failed }) => failed === 0) && counts.some(({ passed }) => passed > 0)
if (!green) process.exitCode ||= 1
console.log(`\n${summaryOf(counts)}`)

/** What needs no running shop, all at once. Answers the path of a Chromium. */
async function checkHouse(node) {
  let chromium
  const programs = check('Chromium', async () => {
    const found = await findTestBrowser(node, deadline)
    chromium = found.chromium
    return found.problem
  }).then(async () => {
    const { problem } = await findPgbouncer(deadline)
    if (problem) console.log(`${problem}\nThe tests behind a pooler are skipped.`)
  })
  const pages = check('Build', () =>
    ensureBuilt().then(
      () => undefined,
      (error) => error.message,
    ),
  )
  if (filter.length > 0) await Promise.all([programs, pages])
  else {
    await Promise.all([
      programs,
      pages,
      checkByNpm('Types', 'types'),
      checkByNpm('Format and lint', 'lint'),
      checkByNpm('Imports', 'imports'),
      checkByNpm('Nothing unused', 'unused'),
      check('Installed versions', async () => (await versionDifferences(node)).join('\n')),
    ])
  }
  return chromium
}

function checkByNpm(name, script) {
  return check(name, async () => {
    const { code, output, late } = await runBounded('npm', ['run', '--silent', script], {
      deadline,
    })
    return code === 0 ? undefined : late ? `${output}\nIt took too long.` : output
  })
}

/** Runs one check, which answers what is wrong, if anything. It counts as one test. */
async function check(name, run) {
  const began = Date.now()
  const problem = await run()
  if (problem) counts.push({ passed: 0, failed: 1, skipped: 0, told: [`✗ ${name}`] })
  else if (filter.length === 0) counts.push({ passed: 1, failed: 0, skipped: 0 })
  console.log(`${problem ? '✗' : '✓'} ${name} (${secondsSince(began)})`)
  if (problem) console.log(problem)
}

/** One after the other: what is measured in time there does not bear a neighbour. */
async function runTests(node, chromium) {
  const env = { ...withOwnPrograms(), ...(chromium && { CHROMIUM_PATH: chromium }) }
  await run('Unit and integration tests', 'vitest', countVitest, (report) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(filter.length > 0 ? ['--passWithNoTests'] : []),
  ])
  await run('Browser tests', 'playwright', countPlaywright, () => [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=e2e',
    ...(filter.length > 0 ? ['--pass-with-no-tests'] : []),
  ])

  async function run(name, runner, count, argsFor) {
    console.log(`\n── ${name}`)
    const began = Date.now()
    const report = path.join(REPORTS, `${runner}.json`)
    await rm(report, { force: true })
    const { code, late } = await runBounded(node, [...argsFor(report), ...filter], {
      deadline,
      live: true,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    })
    const counted = await count(report, code === 0)
    counts.push(counted)
    const { told, ...numbers } = counted
    console.log(`── ${name}: ${summaryOf([numbers])} (${secondsSince(began)})`)
    if (late) console.log('They took too long and were ended.')
  }
}

function secondsSince(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`
}
