import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/test-database.ts'
import { DisconnectingClient } from './disconnecting-pg-client.ts'

const database = await createTestDatabase()
const pool = new pg.Pool({
  Client: DisconnectingClient,
  connectionString: database.databaseUrl,
  max: 1,
})
pool.on('error', () => {})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const WRITE = 'create table if not exists written (at timestamptz)'

/** Queries like Kysely, which releases a connection without the error. */
async function query(statement: string | QueryWithTimeout) {
  const client = await pool.connect()
  return client.query(statement).finally(() => client.release())
}

async function readPid(): Promise<number> {
  return (await query('select pg_backend_pid() as pid')).rows[0].pid
}

/** The types lack the timeout of a single query. */
type QueryWithTimeout = pg.QueryConfig & { query_timeout: number }

test.each([
  ['on a checked-out client', query],
  ['on the pool', (statement: string) => pool.query(statement)],
])('disconnects from a server that has become read-only, when queried %s', async (_, write) => {
  await query('set default_transaction_read_only = on')
  await expect(write(WRITE)).rejects.toMatchObject({ code: '25006' })
  await write(WRITE)
})

test('disconnects after a query timeout', async () => {
  const before = await readPid()
  const slowQuery: QueryWithTimeout = { text: 'select pg_sleep(20)', query_timeout: 300 }
  await expect(query(slowQuery)).rejects.toThrow('Query read timeout')
  expect(await readPid()).not.toBe(before)
})

test('keeps the connection after an error in a statement', async () => {
  const before = await readPid()
  await expect(query('select nothing')).rejects.toMatchObject({ code: '42703' })
  expect(await readPid()).toBe(before)
})
