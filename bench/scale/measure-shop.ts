import pg from 'pg'
import { timeOrderPad } from '../time-order-pad.ts'
import { comparePartLists } from './compare-part-lists.ts'
import { measureConcurrentOrders } from './concurrent-orders.ts'
import type { FilledDatabase, Size } from './create-database.ts'
import { openShop, readPeakMemory } from './open-shop.ts'
import {
  describeMachine,
  type LoadRun,
  listMissedPageTargets,
  listMissedTargets,
  savePages,
  saveSizeResults,
} from './results.ts'
import { selectCallData } from './select-call-data.ts'
import { measureThroughput } from './throughput.ts'
import { timeCalls } from './time-calls.ts'
import { timeSearches } from './time-searches.ts'

type Filled = Pick<FilledDatabase, 'databaseUrl' | 'seconds'>

/** Runs all measurements on a filled shop and saves the results. */
export async function measureShop(size: Size, { databaseUrl, seconds }: Filled): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl })
  try {
    const sizes = await measureSizes(pool)
    log(`Measuring every call with ${formatSize(size)} …`)
    const measured = await measureCalls(databaseUrl)
    const loadRuns: LoadRun[] = []
    for (const workers of [1, 2]) {
      log(`Measuring throughput of ${workers} ${workers === 1 ? 'process' : 'processes'} …`)
      loadRuns.push(await measureLoad(databaseUrl, workers))
    }
    const machine = await describeMachine(pool)
    await saveSizeResults({
      ...size,
      machine,
      fillSeconds: seconds,
      ...sizes,
      ...measured,
      loadRuns,
    })
    listMissedTargets(measured).forEach(reportFailure)
  } finally {
    await pool.end()
  }
}

async function measureCalls(databaseUrl: string) {
  await using shop = await openShop(databaseUrl)
  await using data = await selectCallData(shop.url, databaseUrl, shop.sandboxUrl)
  const searches = await timeSearches(data)
  const calls = await timeCalls(data, reportFailure)
  const orderPad = await timeOrderPad(shop.url, databaseUrl)
  return { calls, searches, orderPad, peakMegabytes: await readPeakMemory(shop.pid) }
}

async function measureLoad(databaseUrl: string, workers: number): Promise<LoadRun> {
  await using shop = await openShop(databaseUrl, workers)
  await using data = await selectCallData(shop.url, databaseUrl, shop.sandboxUrl)
  const loads = await measureThroughput(data)
  const concurrentOrders = await measureConcurrentOrders(shop.url, data.pool)
  return { workers, loads, concurrentOrders, peakMegabytes: await readPeakMemory(shop.pid) }
}

/** Compares pages of a small catalog and a large one with `parts` parts. Saves results and reports missed targets. */
export async function measurePartLists(
  { parts }: Size,
  small: Filled,
  large: Filled,
): Promise<void> {
  log(`Comparing pages of 1,000 parts and of ${parts.toLocaleString('en')} …`)
  await using smallShop = await openShop(small.databaseUrl)
  await using largeShop = await openShop(large.databaseUrl)
  const comparisons = await comparePartLists({ ...small, ...smallShop }, { ...large, ...largeShop })
  await savePages(parts, comparisons)
  listMissedPageTargets(comparisons).forEach(reportFailure)
}

async function measureSizes(pool: pg.Pool) {
  const { rows: tables } = await pool.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace
     order by bytes desc limit 12`,
  )
  const { rows } = await pool.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  return { databaseBytes: rows[0]?.bytes ?? 0, tables }
}

export function formatSize({ parts, orders }: Size): string {
  return `${parts.toLocaleString('en')} parts and ${orders.toLocaleString('en')} orders`
}

/** Logs a failure. The measurement continues, but the process exits with 1 at the end. */
function reportFailure(message: string): void {
  log(message)
  process.exitCode = 1
}

export function log(line: string): void {
  console.log(`${new Date().toTimeString().slice(0, 8)} ${line}`)
}
