import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { prepareJobQueue } from '../../jobs/job-queue.ts'
import { MIGRATION_LOCK } from '../advisory-lock-keys.ts'
import { withDirectConnection } from '../connections/direct-connection.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

/** Maximum number of attempts if locks conflict, one second apart. */
const MAX_TRIES = 100

/** First line of a file whose statements run one by one, without a transaction. */
const WITHOUT_TRANSACTION = '-- Without a transaction'

/**
 * Migrates the database to this version. Applies each SQL file of `migrations/` once, in the order of the names. Then
 * creates the tables of the job queue. A file runs in one transaction, unless its first line is
 * `-- Without a transaction`. Retries lock conflicts, because the previous version may still run. `names` limits the
 * migrations to those of an older version; `folder` is for tests.
 */
export async function migrate(
  databaseUrl: string,
  { names, folder = FOLDER }: { names?: string[]; folder?: URL } = {},
): Promise<void> {
  const files = (names ?? (await listMigrations(folder))).map((name) => new URL(name, folder))
  await withDirectConnection(databaseUrl, 'freehub-migrate', async (client) => {
    await takeLock(client)
    for (let tries = 1; !(await tryApplyAll(client, files, tries < MAX_TRIES)); tries++)
      await delay(1000)
    await prepareJobQueue(databaseUrl)
  })
}

/** Takes the migration lock. Waits for another process, or for the last statement of a killed process. */
async function takeLock(client: pg.Client): Promise<void> {
  for (let tries = 0; !(await tryLock(client)); tries++) {
    if (tries === 30)
      console.warn('Another process is migrating the database. Waiting until it is done.')
    await delay(100)
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [MIGRATION_LOCK])
  return rows[0].held
}

/** Applies all files. Returns false after a lock conflict if `mayRetry` is true. */
async function tryApplyAll(client: pg.Client, files: URL[], mayRetry: boolean): Promise<boolean> {
  try {
    await applyAll(client, files)
    return true
  } catch (error) {
    if (mayRetry && isLockConflict(error)) return false
    throw error
  }
}

/** True for deadlocks and lock timeouts. */
function isLockConflict(error: unknown): boolean {
  const { code } = (error as { cause?: { code?: string } }).cause ?? {}
  return code === '40P01' || code === '55P03'
}

async function applyAll(client: pg.Client, files: URL[]): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const applied = await readAppliedMigrations(client)
  for (const file of files) {
    const name = path.basename(file.pathname)
    if (!applied.has(name)) await apply(client, name, await readFile(file, 'utf8'))
  }
}

async function apply(client: pg.Client, name: string, sql: string): Promise<void> {
  const run = sql.startsWith(WITHOUT_TRANSACTION) ? applyWithoutTransaction : applyInTransaction
  try {
    await run(client, sql, name)
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function applyInTransaction(client: pg.Client, sql: string, name: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await recordMigration(client, name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Runs a file statement by statement. After an interruption, all statements run again. */
async function applyWithoutTransaction(
  client: pg.Client,
  sql: string,
  name: string,
): Promise<void> {
  for (const statement of sql.split(/(?<=;)\n/)) {
    const index = /^create (?:unique )?index concurrently if not exists (\w+)/m.exec(statement)?.[1]
    if (index) await dropInvalidIndex(client, index)
    await client.query(statement)
  }
  await recordMigration(client, name)
}

/** Drops the invalid index that an interrupted index build has left. */
async function dropInvalidIndex(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`)
}

async function recordMigration(client: pg.Client, name: string): Promise<void> {
  await client.query('insert into migrations (name) values ($1)', [name])
}

/** True if all migrations of this version are applied. */
export async function isMigrated(database: pg.Pool | pg.Client): Promise<boolean> {
  const applied = await readAppliedMigrations(database)
  return (await listMigrations()).every((name) => applied.has(name))
}

export async function readAppliedMigrations(database: pg.Pool | pg.Client): Promise<Set<string>> {
  const { rows } = await database.query<{ name: string }>(
    'select name from migrations order by name',
  )
  return new Set(rows.map(({ name }) => name))
}

/** Lists the migrations of this version, in order. */
export async function listMigrations(folder = FOLDER): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}
