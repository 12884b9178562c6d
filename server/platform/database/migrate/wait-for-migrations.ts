import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../../../config.ts'
import { MIGRATION_LOCK } from '../advisory-lock-keys.ts'
import { withDirectConnection } from '../connections/direct-connection.ts'
import { isMigrated } from './migrate.ts'

const POLL_MS = 1_000

const NO_SUCH_TABLE = '42P01'

/**
 * Waits until another process has migrated the database to this version. Throws a ConfigError after `timeoutMs`, or
 * PostgreSQL's error if the database is unavailable.
 */
export async function waitForMigrations(
  databaseUrl: string,
  timeoutMs: number,
  pollMs = POLL_MS,
): Promise<void> {
  await withDirectConnection(databaseUrl, 'freehub-wait', async (client) => {
    const deadline = Date.now() + timeoutMs
    for (let polls = 0; !(await isReady(client)); polls++) {
      if (polls === 0)
        console.warn('The database is not migrated to this version yet. Waiting for the migration.')
      if (Date.now() > deadline) {
        throw new ConfigError(
          'The database is not migrated to this version: run `npm run shop -- migrate`, or set MIGRATE to on.',
        )
      }
      await delay(pollMs)
    }
  })
}

/** True if migrated. The migrating process holds the lock until it has created the job queue's tables. */
async function isReady(client: pg.Client): Promise<boolean> {
  const hasMigrations = await isMigrated(client).catch((error) => {
    if (error.code === NO_SUCH_TABLE) return false
    throw error
  })
  if (!hasMigrations) return false
  const { rows } = await client.query('select pg_try_advisory_xact_lock_shared($1) as free', [
    MIGRATION_LOCK,
  ])
  return rows[0].free
}
