import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listMigrations } from '../migrate/migrate.ts'
import { createReadinessCheck } from './check-readiness.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => vi.useRealTimers())

test('queries the database at most once a second for any number of readiness checks', async () => {
  const rows = (await listMigrations()).map((name) => ({ name }))
  const query = vi.fn(async () => ({ rows }))
  const database = { withFallback: <T>(promise: Promise<T>) => promise }
  const isReady = createReadinessCheck({ query } as never, database)
  expect(await Promise.all([isReady(), isReady()])).toEqual([true, true])
  expect(await isReady()).toBe(true)
  expect(query).toHaveBeenCalledTimes(1)
  rows.pop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await isReady()).toBe(false)
  expect(query).toHaveBeenCalledTimes(2)
})
