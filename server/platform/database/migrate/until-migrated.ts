import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../../../config.ts'
import { MIGRATION_LOCK } from '../locks.ts'
import { isMigrated } from './migrate.ts'

const LOOK_EVERY_MS = 1_000

const NO_SUCH_TABLE = '42P01'

/**
 * Waits until somebody else has migrated the database to this version, and is done with it. Throws a
 * ConfigError when that has not come within `withinMs` (who is started anew waits on), and whatever
 * PostgreSQL says when it is away.
 */
export async function untilMigrated(
  databaseUrl: string,
  withinMs: number,
  everyMs = LOOK_EVERY_MS,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'freehub-wait',
    connectionTimeoutMillis: 10_000,
  })
  await client.connect()
  try {
    const deadline = Date.now() + withinMs
    if (await isThere(client)) return
    console.warn('The database is not migrated to this version yet: this process waits for that.')
    while (!(await isThere(client))) {
      if (Date.now() > deadline) {
        throw new ConfigError(
          'The database is not of this version: run `npm run shop -- migrate`, or set MIGRATE to on.',
        )
      }
      await delay(everyMs)
    }
  } finally {
    await client.end()
  }
}

/** Who migrates makes the tables of the job queue last, and holds the lock until then. */
async function isThere(client: pg.Client): Promise<boolean> {
  const migrated = await isMigrated(client).catch((error) => {
    if (error.code === NO_SUCH_TABLE) return false
    throw error
  })
  if (!migrated) return false
  const { rows } = await client.query('select pg_try_advisory_xact_lock_shared($1) as free', [
    MIGRATION_LOCK,
  ])
  return rows[0].free
}
