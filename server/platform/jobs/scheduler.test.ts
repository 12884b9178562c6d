import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/test-database.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addUsers, type TestUser } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { connect } from '../database/connections/connect.ts'
import { scheduledJobSuccess } from '../metrics/metrics.ts'
import { deleteExpiredRows, startScheduler } from './scheduler.ts'

const database = await createTestDatabase()
const db = connect(database.databaseUrl, () => {}).db
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const HOUR_MS = 3_600_000

test('deletes rate limits a day after the last request', async () => {
  for (const [key, hours] of [
    ['old', 25],
    ['recent', 23],
  ] as const) {
    await sql`insert into rate_limits (id, key, count, last_request)
      values (${randomUUID()}, ${key}, 1, ${Date.now() - hours * HOUR_MS})`.execute(db)
  }
  await deleteExpiredRows(db)
  expect(await listNames('rate_limits', 'key')).toEqual(['recent'])
})

test('deletes expired verifications', async () => {
  await sql`insert into verifications (id, identifier, value, expires_at) values
    (${randomUUID()}, 'old', '', now() - interval '1 second'),
    (${randomUUID()}, 'recent', '', now() + interval '1 minute')`.execute(db)
  await deleteExpiredRows(db)
  expect(await listNames('verifications', 'identifier')).toEqual(['recent'])
})

test('deletes expired idempotency keys, access tokens, sessions and cart merges in the running shop', async () => {
  const shop = await startTestShop({ jobsEveryMs: 250 })
  const users = (await addUsers(shop, 3)) as [TestUser, TestUser, TestUser]
  const [active, withExpiredToken, withExpiredSession] = users
  await sql`insert into idempotency_keys (user_id, key, body_hash, object_id, created_at) values
    (${active.id}, 'old', '', ${active.id}, now() - interval '25 hours 1 second'),
    (${active.id}, 'recent', '', ${active.id}, now() - interval '24 hours 50 minutes')`.execute(
    shop.db,
  )
  const recentMerge = randomUUID()
  await sql`insert into cart_merges (user_id, visitor_cart_id, merged_at) values
    (${active.id}, ${randomUUID()}, now() - interval '91 days'),
    (${active.id}, ${recentMerge}, now() - interval '89 days')`.execute(shop.db)
  await sql`update access_tokens set expires_at = now() - interval '1 second'
    where session_id = ${withExpiredToken.sessionId}`.execute(shop.db)
  await sql`update sessions set expires_at = now() - interval '1 second'
    where id = ${withExpiredSession.sessionId}`.execute(shop.db)
  const list = async () => ({
    keys: await listNames('idempotency_keys', 'key', shop.db),
    tokens: await listNames('access_tokens', 'session_id', shop.db),
    merges: await listNames('cart_merges', 'visitor_cart_id', shop.db),
    sessions: (await listNames('sessions', 'id', shop.db)).toSorted(),
  })
  await waitUntil('five rows are left', async () => Object.values(await list()).flat().length === 5)
  expect(await list()).toEqual({
    keys: ['recent'],
    tokens: [active.sessionId],
    merges: [recentMerge],
    sessions: [active.sessionId, withExpiredToken.sessionId].toSorted(),
  })
  await shop.close()
})

test('deletes provider events after 90 days, except those of disputes and failed refunds', async () => {
  await sql`insert into provider_events (id, type, received_at, outcome) values
    ('old', 'payment_intent.succeeded', now() - interval '91 days', 'settled'),
    ('old-unprocessed', 'payment_intent.succeeded', now() - interval '91 days', null),
    ('old-dispute', 'charge.dispute.created', now() - interval '91 days', 'disputed'),
    ('recent', 'payment_intent.succeeded', now() - interval '89 days', 'settled')`.execute(db)
  await deleteExpiredRows(db)
  expect(await listNames('provider_events', 'id')).toEqual(['old-dispute', 'recent'])
})

test('reports the start as the last success of a job that has not run yet', async () => {
  const leadership = { everyProcessJobs: {}, isLeader: async () => true }
  const scheduler = startScheduler({} as never, HOUR_MS, { never: async () => {} }, leadership)
  await scheduler.stop()
  const { values } = await scheduledJobSuccess.get()
  const since = values.find(({ labels }) => labels.name === 'never')?.value ?? 0
  expect(Math.abs(Date.now() / 1000 - since)).toBeLessThan(60)
})

async function listNames(table: string, column: string, from = db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(column)} as name from ${sql.table(table)}`.execute(from)
  return rows.map(({ name }) => name)
}
