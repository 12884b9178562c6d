import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrationNames } from '../migrate/migrate.ts'
import { askReadiness } from './ask-readiness.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => vi.useRealTimers())

test('however many ask whether the shop is ready, the database is asked once a second', async () => {
  const rows = (await migrationNames()).map((name) => ({ name }))
  const query = vi.fn(async () => ({ rows }))
  const database = { orAway: <T>(asked: Promise<T>) => asked }
  const isReady = askReadiness({ query } as never, database)
  expect(await Promise.all([isReady(), isReady()])).toEqual([true, true])
  expect(await isReady()).toBe(true)
  expect(query).toHaveBeenCalledTimes(1)
  rows.pop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await isReady()).toBe(false)
  expect(query).toHaveBeenCalledTimes(2)
})
