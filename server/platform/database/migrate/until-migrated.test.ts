import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { ConfigError } from '../../../config.ts'
import { MIGRATION_LOCK } from '../locks.ts'
import { untilMigrated } from './until-migrated.ts'

const LAST = '(select max(name) from migrations)'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('a shop that leaves migrating to others waits until they are done with all of it', async () => {
  const { rows } = await client.query(`delete from migrations where name = ${LAST} returning name`)
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  let waits = true
  const waited = untilMigrated(database.databaseUrl, 60_000, 10).then(() => {
    waits = false
  })
  await hasLooked()
  await client.query('insert into migrations (name) values ($1)', [rows[0].name])
  await hasLooked()
  expect(waits).toBe(true)
  await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  await waited
})

test('a shop that nobody migrates says what to do', async () => {
  await client.query('alter table migrations rename to nothing_yet')
  const waited = untilMigrated(database.databaseUrl, 50, 10)
  await expect(waited).rejects.toThrow(ConfigError)
  await expect(waited).rejects.toThrow(/npm run shop -- migrate/)
  await client.query('alter table nothing_yet rename to migrations')
})

/** It has asked once more since now. */
async function hasLooked(): Promise<void> {
  const { rows } = await client.query('select clock_timestamp() as now')
  await waitUntil('it has looked', async () => {
    const { rows: looks } = await client.query(
      `select from pg_stat_activity
       where application_name = 'freehub-wait' and datname = current_database() and query_start > $1`,
      [rows[0].now],
    )
    return looks.length > 0
  })
}
