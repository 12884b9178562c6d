import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { endProcessGroup } from '../check/run-with-deadline.mjs'
import { root } from '../prepare/root.mjs'
import { createMutants, isValid } from './create-mutants.mjs'
import { findRelatedTests } from './related-tests.mjs'

const AREAS = [
  'contract/**/*.ts',
  'server/features/{orders,payments,invoices,cart}/**/*.ts',
  'server/features/catalog/{parts,search,stock}/*.ts',
  'server/platform/database/**/*.ts',
  'server/features/identity/{limits,second-factor}/*.ts',
  'server/features/fitment/**/*.ts',
]
/**
 * Files that are not mutated: declarations without logic, the layout of PDF pages, and code that
 * runs before the tests load (starting PostgreSQL, migrating), in processes that a test forks, or
 * only with a replica.
 */
const EXCLUDED =
  /\.(test|d)\.ts$|contract\/(.*calls|refusals|limits|constants|settings)\.ts|invoices\/(pdf\/|.*packing-slip)|database\/(migrate\/|replica\/|schema)/
const MIN_SCORE = 0.9
const UNMUTATED_TIMEOUT_MS = 10 * 60_000
const MIN_TIMEOUT_MS = 60_000
/** One line of JSON per mutant, written when its result is known. */
const REPORT = path.join(root, '.cache/reports/mutants.jsonl')
const LIST = 'scripts/mutants/equivalent.json'

/** `--mutants` is the size of the sample. With file names, all mutants of those files run. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: 'string', default: '320' },
    workers: { type: 'string', default: String(Math.max(2, availableParallelism())) },
  },
})

const startedAt = Date.now()
const equivalent = JSON.parse(readFileSync(path.join(root, LIST), 'utf8'))
const files = globSync(AREAS, { cwd: root }).filter((file) => !EXCLUDED.test(file))
const all = files.toSorted().flatMap(createMutants)
const mutants =
  positionals.length > 0
    ? positionals.flatMap((name) =>
        createMutants(path.relative(root, path.resolve(name))).filter(isValid),
      )
    : all
        .toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
        .values()
        .filter(isValid)
        .take(Number(values.mutants))
        .toArray()
        // The mutants of a file use the same tests, which then are in memory.
        .toSorted((a, b) => (a.file < b.file ? -1 : 1))
/** Results of test files without a mutant, and the test files that fail without a mutant. */
const unmutatedResults = new Map()
const failingTests = new Set()
const mutantsByFile = Object.groupBy(mutants, ({ file }) => file)
for (const [file, ofFile] of Object.entries(mutantsByFile)) {
  const tests = findRelatedTests(file)
  for (const mutant of ofFile) mutant.tests = tests
}
process.exitCode = await runAll()

/**
 * Runs all mutants. Prints and saves each result immediately. Returns the exit code: 0 if enough are killed, every
 * survivor is in equivalent.json, every entry there is still a mutant, and no test fails without a mutant.
 */
async function runAll() {
  console.log(`${mutants.length} of ${all.length} mutants`)
  await mkdir(path.dirname(REPORT), { recursive: true })
  await writeFile(REPORT, '')
  const jobs = mutants.filter(({ key }) => positionals.length > 0 || !(key in equivalent))
  const results = []
  await runInParallel(jobs, async ({ key, file, line }, { failed, timedOut, seconds }) => {
    results.push({ key, failed, timedOut })
    const [outcome, by] = timedOut
      ? ['timed out', timedOut]
      : failed
        ? ['killed', failed]
        : ['SURVIVED', key]
    const count = `${results.length}/${jobs.length}`
    console.log(`${count} ${outcome} in ${seconds.toFixed(1)} s: ${file}:${line} (${by})`)
    await appendFile(REPORT, `${JSON.stringify({ key, file, line, failed, timedOut, seconds })}\n`)
  })
  const killed = results.filter(({ failed, timedOut }) => failed || timedOut).length
  const survived = results.filter(({ failed, timedOut }) => !failed && !timedOut)
  const unlisted = survived.filter(({ key }) => !(key in equivalent))
  const stale = Object.keys(equivalent).filter((key) => !all.some((mutant) => mutant.key === key))
  const score = killed / mutants.length
  for (const { key } of unlisted) console.log(`Survived: ${key}`)
  for (const key of stale) console.log(`In ${LIST}, but no longer a mutant: ${key}`)
  console.log(
    `${mutants.length} mutants in ${Math.round((Date.now() - startedAt) / 60_000)} minutes: ` +
      `${killed} killed (${(score * 100).toFixed(1)} %), ${unlisted.length} survived, ` +
      `${mutants.length - killed - unlisted.length} listed in ${LIST}`,
  )
  const isEnough = positionals.length > 0 || score >= MIN_SCORE
  return isEnough && unlisted.length + stale.length + failingTests.size === 0 ? 0 : 1
}

/**
 * Distributes the jobs to one child process per worker. Replaces a child that times out or exits.
 */
async function runInParallel(jobs, done) {
  const queue = jobs.values()
  const work = async () => {
    let child
    const runTest = async (job, limitMs) => {
      child ??= await startChild()
      const result = await runInChild(child, job, limitMs)
      if (result.timedOut || !child.connected) child = undefined
      return result
    }
    for (const job of queue) {
      const since = performance.now()
      const result = await runMutant(job, runTest)
      await done(job, { ...result, seconds: (performance.now() - since) / 1000 })
    }
    child?.disconnect()
  }
  await Promise.all(Array.from({ length: Number(values.workers) }, work))
}

/**
 * Runs the tests of a mutant that execute its function, until one fails or times out. If no test
 * executes it, runs all its tests, because the function can run when a module loads.
 */
async function runMutant({ file, code, functionName, tests }, runTest) {
  const runTests = async (isRelevant) => {
    let count = 0
    for (const test of tests) {
      const { limitMs, executed } = await measureUnmutated(test, runTest)
      if (!limitMs || !isRelevant(executed)) continue
      count += 1
      const result = await runTest({ test, file, code }, limitMs)
      if (result.timedOut || result.failed) return result
    }
    return count > 0 ? {} : undefined
  }
  const executes = (executed) => executed[path.join(root, file)]?.includes(functionName)
  return (functionName && (await runTests(executes))) || (await runTests(() => true)) || {}
}

/**
 * Runs a test without a mutant before its first use. Returns its executed functions by file and the time limit for
 * mutants. If the test fails, returns no limit, because the test would count every mutant as killed.
 */
function measureUnmutated(test, runTest) {
  const measure = async () => {
    const since = performance.now()
    const { failed, timedOut, executed } = await runTest({ test }, UNMUTATED_TIMEOUT_MS)
    if (!failed && !timedOut) {
      return { executed, limitMs: MIN_TIMEOUT_MS + 4 * (performance.now() - since) }
    }
    failingTests.add(test)
    console.log(`Fails without a mutant: ${failed ?? timedOut}`)
    return {}
  }
  if (!unmutatedResults.has(test)) unmutatedResults.set(test, measure())
  return unmutatedResults.get(test)
}

async function startChild() {
  const child = spawn(process.execPath, ['scripts/mutants/run-tests.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  })
  await once(child, 'message', { signal: AbortSignal.timeout(UNMUTATED_TIMEOUT_MS) })
  return child
}

function runInChild(child, job, limitMs) {
  return new Promise((resolve) => {
    const exited = () => finish({ failed: `${job.test}: the process exited` })
    const timer = setTimeout(() => {
      finish({ timedOut: job.test })
      endProcessGroup(child)
    }, limitMs)
    const finish = (result) => {
      clearTimeout(timer)
      child.off('message', finish)
      child.off('exit', exited)
      resolve(result)
    }
    child.on('message', finish)
    child.on('exit', exited)
    child.send(job)
  })
}
