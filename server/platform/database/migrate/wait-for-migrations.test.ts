import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/test-database.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { ConfigError } from '../../../config.ts'
import { MIGRATION_LOCK } from '../advisory-lock-keys.ts'
import { waitForMigrations } from './wait-for-migrations.ts'

const LAST_MIGRATION = '(select max(name) from migrations)'

const database = await createTestDatabase()
const client = new pg.Client({ connectionString: database.databaseUrl })
await client.connect()
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('waits until another process has finished all migrations', async () => {
  const { rows } = await client.query(
    `delete from migrations where name = ${LAST_MIGRATION} returning name`,
  )
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  let isWaiting = true
  const waiting = waitForMigrations(database.databaseUrl, 60_000, 10).then(() => {
    isWaiting = false
  })
  await waitForPoll()
  await client.query('insert into migrations (name) values ($1)', [rows[0].name])
  await waitForPoll()
  expect(isWaiting).toBe(true)
  await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  await waiting
})

test('fails after the timeout with an error that names the migrate command', async () => {
  await client.query('alter table migrations rename to nothing_yet')
  const waiting = waitForMigrations(database.databaseUrl, 50, 10)
  await expect(waiting).rejects.toThrow(ConfigError)
  await expect(waiting).rejects.toThrow(/npm run shop -- migrate/)
  await client.query('alter table nothing_yet rename to migrations')
})

/** Waits until `waitForMigrations` has polled once more. */
async function waitForPoll(): Promise<void> {
  const { rows } = await client.query('select clock_timestamp() as now')
  await waitUntil('it has polled', async () => {
    const { rows: polls } = await client.query(
      `select from pg_stat_activity
       where application_name = 'freehub-wait' and datname = current_database() and query_start > $1`,
      [rows[0].now],
    )
    return polls.length > 0
  })
}
