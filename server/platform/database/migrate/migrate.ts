import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { prepareJobs } from '../../jobs/jobs.ts'
import { openSession } from '../connections/session.ts'
import { MIGRATION_LOCK } from '../locks.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** So often it is begun anew while somebody is in the way, a second between. */
const TRIES = 100

const TELL_AFTER_MS = 3_000

/** What a file begins with whose statements run one by one, each for itself. */
const WITHOUT_TRANSACTION = '-- Without a transaction'

/**
 * Brings the database to this version: the plain SQL files of `migrations/` in the order of their
 * names, each once, then the tables of the job queue. A file runs in a transaction of its own, or says
 * that it runs without one. Another version may serve meanwhile: where one waits for the other, this
 * begins anew. With `names`, to the version that had these.
 */
export async function migrate(databaseUrl: string, names?: string[]): Promise<void> {
  const client = await openSession(databaseUrl, 'freehub-migrate')
  try {
    await takeLock(client)
    const wanted = names ?? (await migrationNames())
    for (let tries = 1; !(await isDone(client, wanted, tries < TRIES)); tries++) await delay(1000)
    await prepareJobs(databaseUrl)
  } finally {
    await client.end()
  }
}

/** Somebody who migrates, or was killed while PostgreSQL goes on with his statement, is waited for. */
async function takeLock(client: pg.Client): Promise<void> {
  const askedAt = Date.now()
  let told = false
  while (!(await holdsLock(client))) {
    if (!told && Date.now() - askedAt > TELL_AFTER_MS) {
      console.warn('Another process is migrating the database: this one waits until it is done.')
      told = true
    }
    await delay(100)
  }
}

async function holdsLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [MIGRATION_LOCK])
  return rows[0].held
}

/** False where somebody was in the way, and it may be tried again. */
async function isDone(client: pg.Client, names: string[], mayFail: boolean): Promise<boolean> {
  try {
    await applyAll(client, names)
    return true
  } catch (error) {
    if (mayFail && isInTheWay(error)) return false
    throw error
  }
}

/** Deadlocks, and locks that were not to be had in time. */
function isInTheWay(error: unknown): boolean {
  const { code } = (error as { cause?: { code?: string } }).cause ?? {}
  return code === '40P01' || code === '55P03'
}

async function applyAll(client: pg.Client, names: string[]): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map((row) => row.name))
  const isNew = applied.size === 0
  for (const name of names) {
    if (!applied.has(name)) await apply(client, name, isNew)
  }
}

/** In a new database there is nobody to be beside, and all at once is quicker. */
async function apply(client: pg.Client, name: string, isNew: boolean): Promise<void> {
  const sql = await readFile(new URL(name, folder), 'utf8')
  try {
    if (isNew) await applyAtOnce(client, sql.replaceAll(' concurrently ', ' '), name)
    else if (sql.startsWith(WITHOUT_TRANSACTION)) await applyBeside(client, sql, name)
    else await applyAtOnce(client, sql, name)
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function applyAtOnce(client: pg.Client, sql: string, name: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await note(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Statement by statement: after a stop in the middle all of them once more. */
async function applyBeside(client: pg.Client, sql: string, name: string): Promise<void> {
  for (const statement of sql.split(/(?<=;)\n/)) {
    const index = /^create (?:unique )?index concurrently if not exists (\w+)/m.exec(statement)?.[1]
    if (index) await dropUnfinished(client, index)
    await client.query(statement)
  }
  await note(client, name)
}

/** What a stop in the middle leaves of an index is there, and of no use. */
async function dropUnfinished(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`)
}

async function note(client: pg.Client, name: string): Promise<void> {
  await client.query('insert into migrations (name) values ($1)', [name])
}

/** True when every migration of this version is in the database. */
export async function isMigrated(database: pg.Pool | pg.Client): Promise<boolean> {
  const { rows } = await database.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map((row) => row.name))
  return (await migrationNames()).every((name) => applied.has(name))
}

/** Of this version, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}
