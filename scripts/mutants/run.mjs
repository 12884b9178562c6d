import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { endProcessGroup } from '../check/run-with-deadline.mjs'
import { root } from '../prepare/root.mjs'
import { createMutants, isValid } from './make-mutants.mjs'
import { findRelatedTests } from './related-tests.mjs'

const AREAS = [
  'contract/**/*.ts',
  'server/features/{orders,payments,invoices}/**/*.ts',
  'server/features/catalog/{list,parts,stock}/*.ts',
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
const FILE_TIMEOUT_MS = 2 * 60_000
const REPORT = path.join(root, '.cache/reports/mutants.json')
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
        .toSorted((a, b) => (a.order < b.order ? -1 : 1))
        .values()
        .filter(isValid)
        .take(Number(values.mutants))
        .toArray()
const related = Object.groupBy(mutants, ({ file }) => file)
for (const [file, ofFile] of Object.entries(related)) {
  const tests = findRelatedTests(file)
  for (const mutant of ofFile) mutant.tests = tests
}
process.exitCode = (await passUnmutated()) ? await runAll() : 1

/**
 * Runs the tests without a mutant. A test that fails without a mutant would count every mutant as
 * killed.
 */
async function passUnmutated() {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
  console.log(`${mutants.length} of ${all.length} mutants, ${tests.length} test files`)
  const jobs = tests.map((test) => ({ tests: [test] }))
  const failures = []
  await runInParallel(jobs, (_job, { failed, late }) => {
    if (failed || late) failures.push(failed ?? late)
  })
  for (const failure of failures) console.log(`Fails without a mutant: ${failure}`)
  return failures.length === 0
}

/**
 * Runs all mutants. Returns the exit code: 0 if enough are killed and every survivor is on the
 * list.
 */
async function runAll() {
  const jobs = mutants.filter(({ key }) => positionals.length > 0 || !(key in equivalent))
  const results = []
  await runInParallel(jobs, ({ key }, { failed, late }) => {
    results.push({ key, failed, late })
    if (late) console.log(`Ended by the time limit in ${late}: ${key}`)
    else if (!failed) console.log(`Survived: ${key}`)
    if (results.length % 25 === 0) console.log(`${results.length} of ${jobs.length} run`)
  })
  await mkdir(path.dirname(REPORT), { recursive: true })
  await writeFile(REPORT, JSON.stringify(results, undefined, 2))
  const killed = results.filter(({ failed, late }) => failed || late).length
  const survived = results.filter(({ failed, late }) => !failed && !late)
  const unlisted = survived.filter(({ key }) => !(key in equivalent))
  const stale = Object.keys(equivalent).filter((key) => !all.some((mutant) => mutant.key === key))
  const score = killed / mutants.length
  for (const key of stale) console.log(`In ${LIST}, but no longer a mutant: ${key}`)
  console.log(
    `${mutants.length} mutants in ${Math.round((Date.now() - startedAt) / 60_000)} minutes: ` +
      `${killed} killed (${(score * 100).toFixed(1)} %), ${unlisted.length} survived, ` +
      `${mutants.length - killed - unlisted.length} listed in ${LIST}`,
  )
  const isEnough = positionals.length > 0 || score >= MIN_SCORE
  return isEnough && unlisted.length + stale.length === 0 ? 0 : 1
}

/**
 * Distributes the jobs to one child process per worker. Kills and replaces a child that times out.
 */
async function runInParallel(jobs, done) {
  const queue = jobs.values()
  const work = async () => {
    let child
    for (const { tests, ...job } of queue) {
      let result = {}
      for (const test of tests) {
        child ??= await startChild()
        result = await runInChild(child, { test, file: job.file, code: job.code })
        if (result.late) child = undefined
        if (result.late || result.failed) break
      }
      done(job, result)
    }
    child?.disconnect()
  }
  await Promise.all(Array.from({ length: Number(values.workers) }, work))
}

async function startChild() {
  const child = spawn(process.execPath, ['scripts/mutants/run-tests.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  })
  await once(child, 'message', { signal: AbortSignal.timeout(FILE_TIMEOUT_MS) })
  return child
}

async function runInChild(child, job) {
  try {
    child.send(job)
    return (await once(child, 'message', { signal: AbortSignal.timeout(FILE_TIMEOUT_MS) }))[0]
  } catch {
    endProcessGroup(child)
    return { late: job.test }
  }
}
