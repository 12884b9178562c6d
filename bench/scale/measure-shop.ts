import pg from 'pg'
import { comparePages } from './compare-pages.ts'
import type { FilledDatabase, Size } from './database.ts'
import { peakMemory } from './memory.ts'
import { missedBy, missedByPages } from './missed.ts'
import { openShop } from './open-shop.ts'
import { type Crowd, keepMeasured, keepPages, readMachine } from './results.ts'
import { holdSale } from './sale.ts'
import { measureThroughput } from './throughput.ts'
import { timeCalls } from './time-calls.ts'
import { timeSearches } from './time-searches.ts'
import { openWorld } from './world.ts'

type Filled = Pick<FilledDatabase, 'databaseUrl' | 'seconds'>

/** Measures a filled shop in every way, and keeps the results beside those of other sizes. */
export async function measureShop(size: Size, { databaseUrl, seconds }: Filled): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl })
  try {
    const weight = await weigh(pool)
    say(`Asking every call with ${inWords(size)} …`)
    const asked = await askAll(databaseUrl)
    const crowds: Crowd[] = []
    for (const workers of [1, 2]) {
      say(`Asking all at once, of ${workers} …`)
      crowds.push(await crowd(databaseUrl, workers))
    }
    const machine = await readMachine(pool)
    await keepMeasured({ ...size, machine, fillSeconds: seconds, ...weight, ...asked, crowds })
    missedBy(asked).forEach(fail)
  } finally {
    await pool.end()
  }
}

async function askAll(databaseUrl: string) {
  const shop = await openShop(databaseUrl)
  const world = await openWorld(shop.url, databaseUrl, shop.sandboxUrl)
  try {
    const searches = await timeSearches(world)
    const calls = await timeCalls(world, fail)
    return { calls, searches, peakMegabytes: await peakMemory(shop.pid) }
  } finally {
    await world.close()
    await shop.close()
  }
}

async function crowd(databaseUrl: string, workers: number): Promise<Crowd> {
  const shop = await openShop(databaseUrl, workers)
  const world = await openWorld(shop.url, databaseUrl, shop.sandboxUrl)
  try {
    const loads = await measureThroughput(world)
    const sale = await holdSale(shop.url, world.pool)
    return { workers, loads, sale, peakMegabytes: await peakMemory(shop.pid) }
  } finally {
    await world.close()
    await shop.close()
  }
}

/** Compares the pages of a small and of a large catalogue, and keeps the results. */
export async function comparePagesOf({ parts }: Size, small: Filled, large: Filled): Promise<void> {
  say(`Comparing pages of a thousand parts and of ${parts.toLocaleString('en')} …`)
  const shops = [await openShop(small.databaseUrl), await openShop(large.databaseUrl)] as const
  try {
    const growths = await comparePages({ ...small, ...shops[0] }, { ...large, ...shops[1] })
    await keepPages(parts, growths)
    missedByPages(growths).forEach(fail)
  } finally {
    for (const shop of shops) await shop.close()
  }
}

async function weigh(pool: pg.Pool) {
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

export function inWords({ parts, orders }: Size): string {
  return `${parts.toLocaleString('en')} parts and ${orders.toLocaleString('en')} orders`
}

/** Goes on with what can be measured, and fails in the end. */
function fail(why: string): void {
  say(why)
  process.exitCode = 1
}

export function say(line: string): void {
  console.log(`${new Date().toTimeString().slice(0, 8)} ${line}`)
}
