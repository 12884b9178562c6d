import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@freehub/server/database/embedded'
import pg from 'pg'
import { comparePages } from './compare-pages.ts'
import { dropCatalogue, type FilledDatabase, makeDatabase, type Size } from './database.ts'
import { peakMemory } from './memory.ts'
import { benchSettings, openShop } from './open-shop.ts'
import { type Crowd, keepMeasured, keepPages, readMachine } from './results.ts'
import { holdSale } from './sale.ts'
import { measureThroughput } from './throughput.ts'
import { timeCalls } from './time-calls.ts'
import { timeSearches } from './time-searches.ts'
import { openWorld } from './world.ts'

/** Parts × orders, the smallest first. The last one needs hours, and 45 GB of disk. */
const SIZES = '1000x1000,10000x10000,100000x100000,1000000x1000000,1000000x10000000'
const SMALL: Size = { parts: 1_000, orders: 1_000 }
/** Less have no page 1,000. */
const LARGE_PARTS = 21_000

const sizes = readSizes(process.argv.slice(2))
const dataDir = await mkdtemp(join(tmpdir(), 'freehub-bench-'))
const server = process.env.DATABASE_URL
  ? { databaseUrl: process.env.DATABASE_URL, stop: async () => {} }
  : await startEmbeddedPostgres({ dataDir, log: () => {} })
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => clearAway().then(() => process.exit(1)))
}

try {
  await dropCatalogue(server.databaseUrl)
  await measureAll()
  await dropCatalogue(server.databaseUrl)
} finally {
  await clearAway()
}

async function measureAll(): Promise<void> {
  const small = await fill(SMALL)
  for (const size of sizes) {
    const isSmall = size.parts === SMALL.parts && size.orders === SMALL.orders
    const filled = isSmall ? small : await fill(size, size === sizes.at(-1))
    await measure(size, filled)
    const isLast = size === sizes.findLast(({ parts }) => parts === size.parts)
    if (size.parts >= LARGE_PARTS && isLast) await compare(size, small, filled)
    if (!isSmall) await filled.drop()
  }
  await small.drop()
}

async function clearAway(): Promise<void> {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function readSizes(given: string[]): Size[] {
  return (given.length > 0 ? given : SIZES.split(',')).map((size) => {
    const [parts, orders] = size.split('x').map(Number)
    if (!parts || !orders)
      throw new Error(`${size} is no size: write parts x orders, as 1000x1000.`)
    return { parts, orders }
  })
}

function fill(size: Size, isLast = false): Promise<FilledDatabase> {
  say(`Filling ${inWords(size)} …`)
  return makeDatabase(server.databaseUrl, benchSettings, size, isLast)
}

async function measure(size: Size, { databaseUrl, seconds }: FilledDatabase): Promise<void> {
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

async function compare({ parts }: Size, small: FilledDatabase, large: FilledDatabase) {
  say(`Comparing pages of a thousand parts and of ${parts.toLocaleString('en')} …`)
  const shops = [await openShop(small.databaseUrl), await openShop(large.databaseUrl)] as const
  try {
    const growths = await comparePages({ ...small, ...shops[0] }, { ...large, ...shops[1] })
    await keepPages(parts, growths)
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

function inWords({ parts, orders }: Size): string {
  return `${parts.toLocaleString('en')} parts and ${orders.toLocaleString('en')} orders`
}

/** Goes on with what can be measured, and fails in the end. */
function fail(why: string): void {
  say(why)
  process.exitCode = 1
}

function say(line: string): void {
  console.log(`${new Date().toTimeString().slice(0, 8)} ${line}`)
}
