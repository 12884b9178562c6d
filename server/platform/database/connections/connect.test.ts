import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/test-database.ts'
import { type ConnectOptions, connect } from './connect.ts'

const TIMEOUTS = { idleMs: 60_001, lockMs: 60_002, statementMs: 60_003 }

const database = await createTestDatabase()
afterAll(() => database.drop())

/** Returns the timeouts of a session, in milliseconds. */
async function readTimeouts(options: ConnectOptions) {
  const { db } = connect(database.databaseUrl, () => {}, options)
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by name`.execute(db)
  await db.destroy()
  return rows.map(({ setting }) => Number(setting))
}

test('sets timeouts for idle transactions, locks and statements', async () => {
  expect(await readTimeouts({})).toEqual([15_000, 10_000, 15_000])
  expect(await readTimeouts(TIMEOUTS)).toEqual([60_001, 60_002, 60_003])
})

test('sets no session timeouts behind a pooler', async () => {
  expect(await readTimeouts({ ...TIMEOUTS, pooled: true })).toEqual([0, 0, 0])
})
