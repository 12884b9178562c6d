import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { LeavingClient } from './leaving-client.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({
    Client: LeavingClient,
    connectionString: database.databaseUrl,
    max: 1,
  })
  pool.on('error', () => {})
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const WRITE = 'create table if not exists written (at timestamptz)'

/** Asks as Kysely does, which gives a connection back as if nothing had happened. */
async function ask(statement: string | AskedInTime) {
  const client = await pool.connect()
  return client.query(statement).finally(() => client.release())
}

/** The types do not know that a single question may have its own time. */
type AskedInTime = pg.QueryConfig & { query_timeout: number }

test.each([
  ['by whoever borrows it', ask],
  ['in passing', (statement: string) => pool.query(statement)],
])('a server that may only be read now is left, when it is asked %s', async (_how, write) => {
  await ask('set default_transaction_read_only = on')
  await expect(write(WRITE)).rejects.toMatchObject({ code: '25006' })
  await write(WRITE)
})

test('who has not answered in time is not asked again', async () => {
  const late: AskedInTime = { text: 'select pg_sleep(20)', query_timeout: 300 }
  await expect(ask(late)).rejects.toThrow('Query read timeout')
  expect((await ask('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a mistake in a statement costs no connection', async () => {
  const pid = async () => (await ask('select pg_backend_pid() as pid')).rows[0].pid
  const before = await pid()
  await expect(ask('select nothing')).rejects.toMatchObject({ code: '42703' })
  expect(await pid()).toBe(before)
})
