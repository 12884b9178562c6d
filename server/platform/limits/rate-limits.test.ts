import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/test-database.ts'
import { connect } from '../database/connections/connect.ts'
import { createRateLimits } from './rate-limits.ts'

const database = await createTestDatabase()
const db = connect(database.databaseUrl, () => {}).db
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const rule = { windowSeconds: 60, max: 3 }
const consume = (key: string) => createRateLimits(db).consume(key, rule)
const isAllowed = async (key: string) => (await consume(key)) === undefined

test('allows a number of requests per window, then returns the waiting time', async () => {
  setClock(0)
  for (let request = 0; request < 3; request++) expect(await isAllowed('office')).toBe(true)
  setClock(20)
  expect(await consume('office')).toBe(40)
  expect(await isAllowed('another')).toBe(true)
  setClock(60)
  expect(await isAllowed('office')).toBe(true)
})

test('never refuses steady requests below the limit', async () => {
  for (let second = 0; second < 600; second += 30) {
    setClock(second)
    expect(await isAllowed('steady')).toBe(true)
  }
})

test('allows no more concurrent requests than sequential ones', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, () => isAllowed('crowd')))
  expect(results.filter(Boolean)).toHaveLength(3)
})

/** Sets the clock to this many seconds after the start. */
function setClock(second: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 + second * 1000 })
}
