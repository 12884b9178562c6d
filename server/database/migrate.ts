import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { prepareJobs } from './jobs.ts'

const folder = new URL('../migrations/', import.meta.url)

/** One number for all processes of the shop: who holds it migrates, the others wait. */
const MIGRATION_LOCK = 7_301_994

/**
 * Brings the database to this version: the plain SQL files of `migrations/` in the order of their
 * names, each once and in a transaction of its own, then the tables of the job queue.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'freehub-migrate',
    connectionTimeoutMillis: 10_000,
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    for (const name of await migrationNames()) {
      if (!applied.has(name)) await apply(client, name)
    }
    await prepareJobs(databaseUrl)
  } finally {
    await client.end()
  }
}

/** True when every migration of this version is in the database. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map((row) => row.name))
  return (await migrationNames()).every((name) => applied.has(name))
}

async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
