import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '@freehub/tests/support/network/ports'
import { root } from '../../scripts/prepare/root.mjs'
import { printCommits, printRatios, WORKING_COPY } from '../print-results.ts'
import { startShop, stopProcess } from '../processes.ts'
import { settings } from '../settings.ts'
import { startNewDatabase } from '../start-database.ts'
import {
  type Comparison,
  compareWithBareServer,
  measureAlternately,
  measureRequests,
} from './compare-with-bare-server.ts'
import { BOOKINGS, compareBookings, openBookings } from './compare-with-transaction.ts'

const COMPARISONS = 3
const LIST = '/parts?size=6'

/**
 * Compares the working copy with a commit. Both shops run, and their rounds of one second alternate, so that changes of
 * the machine's speed affect both. Also compares each with its bare counterpart. `npm run bench -- commit 3cebed7a`
 */
const [commit = ''] = process.argv.slice(2)
if (!/^[0-9a-f]{7,40}$/.test(commit)) throw new Error('Name a commit, such as 3cebed7a.')

const folder = join(root, '.cache/commits', commit)
await install(folder, commit)
await using before = await openShop(folder)
await using now = await openShop(root)
await using bookingsBefore = await openBookings(before.url, before.databaseUrl)
await using bookingsNow = await openBookings(now.url, now.databaseUrl)
const measureReads = (pathBefore: string, pathNow: string) =>
  measureRequests({ url: before.url + pathBefore }, { url: now.url + pathNow })
printRatios(commit, [
  [`GET ${LIST}`, await measureReads(LIST, LIST)],
  ['GET /parts/{id}', await measureReads(before.partPath, now.partPath)],
  [BOOKINGS, await measureAlternately(bookingsBefore.measureShop, bookingsNow.measureShop)],
])
const rows: [commit: string, Comparison][] = []
for (let n = 0; n < COMPARISONS; n++) {
  for (const [name, { url, partPath }, bookings] of [
    [commit, before, bookingsBefore],
    [WORKING_COPY, now, bookingsNow],
  ] as const) {
    rows.push([name, await compareWithBareServer(`GET ${LIST}`, url, LIST)])
    rows.push([name, await compareWithBareServer('GET /parts/{id}', url, partPath)])
    rows.push([name, await compareBookings(bookings)])
  }
}
printCommits(rows)

/** Checks the commit out, installs its packages and builds its pages, unless they are built already. */
async function install(path: string, revision: string): Promise<void> {
  // The build writes this file last.
  if (existsSync(join(path, 'web/dist/server/entry-server.js'))) return
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  execFileSync('sh', ['-c', `git archive ${revision} | tar -x -C '${path}'`], { cwd: root })
  const run = (...args: string[]) => execFileSync('npm', args, { cwd: path, stdio: 'inherit' })
  run('ci', '--ignore-scripts')
  run('run', 'build')
}

interface OpenShop extends AsyncDisposable {
  url: string
  databaseUrl: string
  partPath: string
}

/** Fills a new database with the sample data of the checkout at `path`, and starts its shop. */
async function openShop(path: string): Promise<OpenShop> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl, stop } = await startNewDatabase()
  opened.defer(stop)
  const env = settings(databaseUrl, await findFreePort())
  const { fillDemo } = await import(join(path, 'dev/sample-data/fill-demo.ts'))
  await fillDemo(env)
  const shop = await startShop(env, path)
  opened.defer(() => stopProcess(shop))
  const url = `http://127.0.0.1:${env.PORT}`
  const parts = (await (await fetch(url + LIST)).json()) as { _id: string }[]
  const partPath = `/parts/${parts[0]?._id}`
  const shopAndDatabase = opened.move()
  return {
    url,
    databaseUrl,
    partPath,
    [Symbol.asyncDispose]: () => shopAndDatabase.disposeAsync(),
  }
}
