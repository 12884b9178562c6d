import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import type { PageGrowth } from './compare-pages.ts'
import type { Size } from './database.ts'
import type { Load } from './load.ts'
import type { Sale } from './sale.ts'
import type { CallTimes } from './time-calls.ts'
import type { Times } from './times.ts'

const FILE = path.resolve(import.meta.dirname, '../../.cache/bench/scale.json')

export interface Machine {
  cpu: string
  cores: number
  gigabytes: number
  node: string
  postgres: string
  day: string
}

/** What a shop of one size was measured to do. */
export interface Measured extends Size {
  machine: Machine
  fillSeconds: number
  databaseBytes: number
  tables: { name: string; bytes: number }[]
  calls: CallTimes
  searches: Record<string, Times>
  /** Of one process, after all calls and searches: the most it ever had, in megabytes. */
  peakMegabytes: number[]
  crowds: Crowd[]
}

/** What many at once are answered by so many processes. */
export interface Crowd {
  workers: number
  loads: Record<string, Load>
  sale: Sale
  /** Of each process, the supervisor first where there is one. */
  peakMegabytes: number[]
}

export interface Results {
  sizes: Measured[]
  pages?: { parts: number; growths: PageGrowth[] }
}

/** What was measured so far, by this run or by ones before; nothing where there is no file. */
export async function readResults(): Promise<Results> {
  const text = await readFile(FILE, 'utf8').catch(() => '{"sizes":[]}')
  return JSON.parse(text) as Results
}

/** Keeps what was measured beside what is there; the same measured before makes way. */
export async function keepMeasured(one: Measured): Promise<void> {
  const { sizes, ...rest } = await readResults()
  const others = sizes.filter(({ parts, orders }) => parts !== one.parts || orders !== one.orders)
  const all = [...others, one].sort((a, b) => a.parts - b.parts || a.orders - b.orders)
  await write({ ...rest, sizes: all })
}

export async function keepPages(parts: number, growths: PageGrowth[]): Promise<void> {
  await write({ ...(await readResults()), pages: { parts, growths } })
}

async function write(results: Results): Promise<void> {
  await mkdir(path.dirname(FILE), { recursive: true })
  await writeFile(`${FILE}.new`, JSON.stringify(results, null, 1))
  await rename(`${FILE}.new`, FILE)
}

export async function readMachine(pool: pg.Pool): Promise<Machine> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    gigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: rows[0]?.server_version ?? 'unknown',
    day: new Date().toISOString().slice(0, 10),
  }
}
