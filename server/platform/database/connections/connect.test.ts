import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { connect, type Way } from './connect.ts'

const GIVEN = { idleMs: 60_001, lockMs: 60_002, statementMs: 60_003 }

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Returns the limits of a session, in milliseconds. */
async function limitsOf(way: Way) {
  const { db } = connect(database.databaseUrl, () => {}, way)
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by name`.execute(db)
  await db.destroy()
  return rows.map(({ setting }) => Number(setting))
}

test('limits how long a session waits in a transaction, for a lock and for a statement', async () => {
  expect(await limitsOf({})).toEqual([15_000, 10_000, 15_000])
  expect(await limitsOf(GIVEN)).toEqual([60_001, 60_002, 60_003])
})

test('sets no limits of its own behind a pooler', async () => {
  expect(await limitsOf({ ...GIVEN, pooled: true })).toEqual([0, 0, 0])
})
