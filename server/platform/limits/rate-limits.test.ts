import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { connect, type Db } from '../database/connections/connect.ts'
import { rateLimits } from './rate-limits.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = connect(database.databaseUrl, () => {}).db
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const rule = { window: 60, max: 3 }
const isAllowed = async (key: string) => (await rateLimits(db).consume(key, rule)).allowed

test('so many requests are let through in a minute, and the next are told how long to wait', async () => {
  at(0)
  for (let request = 0; request < 3; request++) expect(await isAllowed('office')).toBe(true)
  at(20)
  expect(await rateLimits(db).consume('office', rule)).toEqual({ allowed: false, retryAfter: 40 })
  expect(await isAllowed('another')).toBe(true)
  at(60)
  expect(await isAllowed('office')).toBe(true)
})

test('who comes now and then is never turned away, however long he goes on', async () => {
  for (let second = 0; second < 600; second += 30) {
    at(second)
    expect(await isAllowed('steady')).toBe(true)
  }
})

test('of those who ask at once, no more are let through than one after the other', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => isAllowed('crowd')))
  expect(answers.filter(Boolean)).toHaveLength(3)
})

/** Sets the clock to so many seconds after a beginning. */
function at(second: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 + second * 1000 })
}
