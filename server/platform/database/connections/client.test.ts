import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { DisconnectingClient, prepared } from './client.ts'
import { connect, type Db } from './connect.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  db = connect(database.databaseUrl, () => {}).db
  pool = new pg.Pool({
    Client: DisconnectingClient,
    connectionString: database.databaseUrl,
    max: 1,
  })
  pool.on('error', () => {})
})
afterAll(async () => {
  await pool.end()
  await db.destroy()
  await database.drop()
})

test('prepares a statement once per connection', async () => {
  await db.connection().execute(async (connection) => {
    const sum = async (a: number, b: number) => {
      const { rows } = await sql<{
        sum: number
      }>`${prepared} select ${a}::int + ${b}::int as sum`.execute(connection)
      return rows[0]?.sum
    }
    expect([await sum(1, 2), await sum(30, 4), await sum(5, 600)]).toEqual([3, 34, 605])
    await sql`select ${1}::int`.execute(connection)
    const { rows } = await sql<{ statement: string; plans: number }>`
      select statement, generic_plans + custom_plans as plans from pg_prepared_statements
      where statement not like '%pg_prepared_statements%'`.execute(connection)
    expect(rows).toEqual([
      { statement: '/* prepared */ select $1::int + $2::int as sum', plans: 3 },
    ])
  })
})

test('keeps the connection after an invalid prepared statement has failed twice', async () => {
  await db.connection().execute(async (connection) => {
    for (let n = 0; n < 2; n++) {
      await expect(sql`${prepared} select nonsense`.execute(connection)).rejects.toThrow('nonsense')
    }
    expect((await sql`${prepared} select 1 as one`.execute(connection)).rows).toEqual([{ one: 1 }])
  })
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
