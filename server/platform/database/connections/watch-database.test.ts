import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listMigrations } from '../migrate/migrate.ts'
import { createReadinessCheck, watchDatabase } from './watch-database.ts'

let query: () => Promise<unknown>
let watch: ReturnType<typeof watchDatabase>

beforeEach(() => {
  vi.useFakeTimers()
  query = async () => ({})
  watch = watchDatabase({ query: (() => query()) as never })
})
afterEach(() => {
  watch.close()
  vi.useRealTimers()
})

const never = new Promise<string>(() => {})

test('detects an outage within a second and the recovery soon after', async () => {
  query = () => Promise.reject(new Error('refused'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(watch.isUnavailable()).toBe(true)
  query = async () => ({})
  await vi.advanceTimersByTimeAsync(250)
  expect(watch.isUnavailable()).toBe(false)
})

test('returns the fallback to waiting requests when the database stops responding', async () => {
  let resolveQuery: (value: unknown) => void = () => {}
  query = () => new Promise((resolve) => (resolveQuery = resolve))
  const result = watch.withFallback(never, () => 'old')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await result).toBe('old')
  expect(await watch.withFallback(never, () => 'at once')).toBe('at once')
  resolveQuery({})
  await vi.advanceTimersByTimeAsync(0)
  expect(watch.isUnavailable()).toBe(false)
})

test('checks the database immediately on request', async () => {
  query = () => Promise.reject(new Error('refused'))
  watch.checkNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(watch.isUnavailable()).toBe(true)
})

test('returns results and throws errors while the database is available', async () => {
  expect(await watch.withFallback(Promise.resolve('new'), () => 'old')).toBe('new')
  const failed = Promise.reject(new Error('a bug'))
  await expect(watch.withFallback(failed, () => 'old')).rejects.toThrow('a bug')
})

test('does not query the database again after the watch is closed during a query', async () => {
  let queries = 0
  let respond: (value: unknown) => void = () => {}
  query = () => {
    queries += 1
    return new Promise((resolve) => (respond = resolve))
  }
  watch.checkNow()
  watch.close()
  respond({})
  await vi.advanceTimersByTimeAsync(5_000)
  expect(queries).toBe(1)
})

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
