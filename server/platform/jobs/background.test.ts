import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { connect, type Db } from '../database/connections/connect.ts'
import { roundSucceeded } from '../metrics/metrics.ts'
import { dropExpired, runRounds } from './background.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = connect(database.databaseUrl, () => {}).db
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const HOUR_MS = 3_600_000

test('counts of requests are dropped a day after the last one', async () => {
  for (const [key, hours] of [
    ['old', 25],
    ['young', 23],
  ] as const) {
    await sql`insert into rate_limits (id, key, count, last_request)
      values (${randomUUID()}, ${key}, 1, ${Date.now() - hours * HOUR_MS})`.execute(db)
  }
  await dropExpired(db)
  expect(await left('rate_limits', 'key')).toEqual(['young'])
})

test('verifications are dropped when they have run out', async () => {
  await sql`insert into verifications (id, identifier, value, expires_at) values
    (${randomUUID()}, 'old', '', now() - interval '1 second'),
    (${randomUUID()}, 'young', '', now() + interval '1 minute')`.execute(db)
  await dropExpired(db)
  expect(await left('verifications', 'identifier')).toEqual(['young'])
})

test('the provider’s events are dropped after 90 days', async () => {
  await sql`insert into provider_events (id, type, received_at) values
    ('old', 'payment_intent.succeeded', now() - interval '91 days'),
    ('young', 'payment_intent.succeeded', now() - interval '89 days')`.execute(db)
  await dropExpired(db)
  expect(await left('provider_events', 'id')).toEqual(['young'])
})

test('a round is known from the start, so that one which never succeeds is missed', async () => {
  const rounds = runRounds({} as never, HOUR_MS, { never: async () => {} })
  await rounds.stop()
  const { values } = await roundSucceeded.get()
  const since = values.find(({ labels }) => labels.round === 'never')?.value ?? 0
  expect(Math.abs(Date.now() / 1000 - since)).toBeLessThan(60)
})

async function left(table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(column)} as name from ${sql.table(table)}`.execute(db)
  return rows.map(({ name }) => name)
}
