import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import type { TimedCall } from '../timed-calls.ts'
import type { PartListComparison } from './compare-part-lists.ts'
import type { ConcurrentOrders } from './concurrent-orders.ts'
import type { Size } from './create-database.ts'
import type { Load } from './run-load.ts'
import type { Times } from './summarize-times.ts'
import type { CallTimes } from './time-calls.ts'

const FILE = path.resolve(import.meta.dirname, '../../.cache/bench/scale.json')

export interface Machine {
  cpu: string
  cores: number
  gigabytes: number
  node: string
  postgres: string
  date: string
}

/** Results of a shop of one size. */
export interface SizeResults extends Size {
  machine: Machine
  fillSeconds: number
  databaseBytes: number
  tables: { name: string; bytes: number }[]
  calls: CallTimes
  searches: Record<string, Times>
  /** Pastes with eight concurrent clients. Undefined in earlier results. */
  orderPad?: TimedCall[]
  /** Peak memory of one process after all calls and searches, in MB. */
  peakMegabytes: number[]
  loadRuns: LoadRun[]
}

/** Results under concurrent load, for a number of worker processes. */
export interface LoadRun {
  workers: number
  loads: Record<string, Load>
  concurrentOrders: ConcurrentOrders
  /** Peak memory of each process in MB, the supervisor first if there is one. */
  peakMegabytes: number[]
}

export interface Results {
  sizes: SizeResults[]
  pages?: { parts: number; comparisons: PartListComparison[] }
}

/** Reads the results of this and earlier runs. Empty if there is no file. */
export async function readResults(file = FILE): Promise<Results> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
    return '{"sizes":[]}'
  })
  return JSON.parse(text) as Results
}

/** Adds the results to the file. Replaces earlier results of the same size. */
export async function saveSizeResults(results: SizeResults): Promise<void> {
  const { sizes, ...rest } = await readResults()
  const others = sizes.filter(
    ({ parts, orders }) => parts !== results.parts || orders !== results.orders,
  )
  const all = [...others, results].sort((a, b) => a.parts - b.parts || a.orders - b.orders)
  await write({ ...rest, sizes: all })
}

export async function savePages(parts: number, comparisons: PartListComparison[]): Promise<void> {
  await write({ ...(await readResults()), pages: { parts, comparisons } })
}

async function write(results: Results): Promise<void> {
  await mkdir(path.dirname(FILE), { recursive: true })
  await writeFile(`${FILE}.new`, JSON.stringify(results, null, 1))
  await rename(`${FILE}.new`, FILE)
}

export async function describeMachine(pool: pg.Pool): Promise<Machine> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    gigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: rows[0]?.server_version ?? 'unknown',
    date: new Date().toISOString().slice(0, 10),
  }
}

/** Targets for every size of the shop: p99 of each kind of search, and peak memory of a process. */
const MAX_SEARCH_MS = 50
const MAX_PROCESS_MEGABYTES = 300

/** Lists the missed targets of a measured shop, as sentences. */
export function listMissedTargets({
  searches,
  orderPad = [],
  peakMegabytes,
}: Pick<SizeResults, 'searches' | 'orderPad' | 'peakMegabytes'>): string[] {
  const slow = Object.entries(searches).filter(([, { p99 }]) => p99 >= MAX_SEARCH_MS)
  const large = peakMegabytes.filter((megabytes) => megabytes >= MAX_PROCESS_MEGABYTES)
  return [
    ...slow.map(
      ([name, { p99 }]) => `1% of searches for ${name} took ${Math.round(p99)} ms or more.`,
    ),
    ...orderPad
      .filter(({ p95, max }) => p95 >= max)
      .map(({ name, p95, max }) => `5% of ${name} took ${Math.round(p95)} ms or more, not ${max}.`),
    ...large.map((megabytes) => `A process used ${Math.round(megabytes)} MB.`),
  ]
}

/** Lists the pages of a large catalog that are too slow compared with a small one, as sentences. */
export function listMissedPageTargets(comparisons: PartListComparison[]): string[] {
  return comparisons
    .filter(({ small, large, minRatio }) => large < minRatio * small)
    .map(
      ({ name, small, large }) =>
        `In the large catalog, ${name} has ${(large / small).toFixed(2)} of the speed.`,
    )
}
