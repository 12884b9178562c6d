import { refuse } from '@freehub/contract/refusals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { bypassCache, createResponseCache } from './response-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a builder whose responses state the number of the build. Builds can be blocked. */
function createBuilder() {
  let builds = 0
  let gate: Promise<unknown> = Promise.resolve()
  return {
    count: () => builds,
    block() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = Promise.resolve()
        resolve()
      }
    },
    build: async () => {
      builds += 1
      const body = `response ${builds}`
      await gate
      return { body, headers: {} }
    },
  }
}

test('builds a response once and caches it', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100 })
  const { build } = createBuilder()
  expect((await cache.get('a', build)).body).toBe('response 1')
  expect((await cache.get('a', build)).body).toBe('response 1')
})

test('builds a response once for hundreds of concurrent requests', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100 })
  const { build, count } = createBuilder()
  await Promise.all(Array.from({ length: 300 }, () => cache.get('a', build)))
  expect(count()).toBe(1)
})

test('rebuilds only the invalidated response', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100 })
  const { build } = createBuilder()
  await cache.get('a', build)
  await cache.get('b', build)
  cache.invalidate('a')
  expect((await cache.get('a', build)).body).toBe('response 3')
  expect((await cache.get('b', build)).body).toBe('response 2')
})

test('does not lose an invalidation during a build', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100 })
  const { build, block } = createBuilder()
  const unblock = block()
  const before = cache.get('a', build)
  cache.invalidate('a')
  const after = cache.get('a', build)
  unblock()
  expect((await before).body).toBe('response 1')
  expect((await after).body).toBe('response 2')
  expect((await cache.get('a', build)).body).toBe('response 2')
})

test('does not replace a newer response with an older one that completes later', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100 })
  const old = createBuilder()
  const unblock = old.block()
  const late = cache.get('a', old.build)
  cache.invalidate('a')
  const { build, count } = createBuilder()
  await cache.get('a', build)
  unblock()
  await late
  await cache.get('a', build)
  expect(count()).toBe(1)
})

test('rebuilds all responses after all are invalidated', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100 })
  const { build, count } = createBuilder()
  await cache.get('a', build)
  await cache.get('b', build)
  cache.invalidateAll()
  await cache.get('a', build)
  await cache.get('b', build)
  expect(count()).toBe(4)
})

test('rebuilds a list at most once a second', async () => {
  const cache = createResponseCache({ minRefreshMs: 1000, maxEntries: 100 })
  const { build, count } = createBuilder()
  await cache.get('a', build)
  for (let ms = 0; ms < 999; ms += 37) {
    cache.invalidateAll()
    expect((await cache.get('a', build)).body).toBe('response 1')
    vi.advanceTimersByTime(36)
  }
  vi.advanceTimersByTime(1000)
  expect((await cache.get('a', build)).body).toBe('response 2')
  expect(count()).toBe(2)
})

test('serves a response for at most 30 seconds if an invalidation is lost', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100 })
  const { build } = createBuilder()
  await cache.get('a', build)
  vi.advanceTimersByTime(29_999)
  expect((await cache.get('a', build)).body).toBe('response 1')
  vi.advanceTimersByTime(1)
  expect((await cache.get('a', build)).body).toBe('response 2')
})

test('passes the error of a build to all waiting requests, and builds again for the next request', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100 })
  const fail = async () => {
    throw new Error('the database is unavailable')
  }
  const both = await Promise.allSettled([cache.get('a', fail), cache.get('a', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await cache.get('a', createBuilder().build)).body).toBe('response 1')
})

test('does not cache a noStore response', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100 })
  const { build, count } = createBuilder()
  const buildNoStore = async () => ({ ...(await build()), noStore: true })
  await cache.get('a', buildNoStore)
  await cache.get('a', buildNoStore)
  expect(count()).toBe(2)
})

test('rebuilds an invalidated response after thousands of invalidations of other keys', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100 })
  const { build, count } = createBuilder()
  await cache.get('a', build)
  for (let n = 0; n < 5_000; n++) cache.invalidate(`part ${n}`)
  const before = count()
  await cache.get('a', build)
  cache.invalidate('a')
  await cache.get('a', build)
  expect(count()).toBeGreaterThan(before)
})

test('rebuilds a changed response immediately when the cache is bypassed', async () => {
  const cache = createResponseCache({ minRefreshMs: 1000, maxEntries: 100 })
  const { build } = createBuilder()
  await cache.get('a', build)
  cache.invalidateAll()
  expect((await cache.get('a', build)).body).toBe('response 1')
  expect((await bypassCache(() => cache.get('a', build))).body).toBe('response 2')
})

test('caches at most maxEntries responses', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 3 })
  const { build, count } = createBuilder()
  for (const key of ['a', 'b', 'c', 'd']) await cache.get(key, build)
  await cache.get('d', build)
  await cache.get('b', build)
  expect(count()).toBe(4)
  await cache.get('a', build)
  expect(count()).toBe(5)
})

/** Creates a context whose overload and outage the test controls. */
function createContext() {
  const state = { overload: undefined as 'database' | undefined, isDown: false, checks: 0 }
  const listeners = new Set<() => void>()
  return {
    state,
    startOutage() {
      state.isDown = true
      for (const notify of listeners) notify()
    },
    context: {
      load: {
        overloadReason: () => state.overload,
        throwIfOverloaded() {
          throw refuse('overloaded')
        },
        begin() {},
        end() {},
      },
      database: {
        isUnavailable: () => state.isDown,
        checkNow: () => {
          state.checks += 1
        },
        withFallback: <T>(promise: Promise<T>, fallback: () => T) =>
          Promise.race([
            promise,
            new Promise<T>((resolve) => listeners.add(() => resolve(fallback()))),
          ]),
      },
      builds: createConcurrencyLimit(2),
      exactRefreshes: createConcurrencyLimit(2),
      maxStaleMs: 3_600_000,
    },
  }
}

const outage = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }))

test('serves a stale response with its age for an hour while the database is unavailable', async () => {
  const { state, context } = createContext()
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100, context })
  const { build, count } = createBuilder()
  await cache.get('a', build)
  cache.invalidate('a')
  state.isDown = true
  vi.advanceTimersByTime(3_599_000)
  expect(await cache.get('a', build)).toMatchObject({
    body: 'response 1',
    headers: { age: '3599' },
  })
  expect(count()).toBe(1)
  vi.advanceTimersByTime(1_000)
  await expect(cache.get('a', outage)).rejects.toThrow('gone')
})

test('serves the stale response to waiting requests when the database becomes unavailable', async () => {
  const { state, context, startOutage } = createContext()
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100, context })
  await cache.get('a', createBuilder().build)
  cache.invalidate('a')
  expect(await cache.get('a', outage)).toMatchObject({ body: 'response 1' })
  expect(state.checks).toBe(1)
  const waiting = cache.get('a', () => new Promise<never>(() => {}))
  startOutage()
  expect(await waiting).toMatchObject({ body: 'response 1', headers: { age: '0' } })
})

test('serves no stale response after an error that is not a database outage', async () => {
  const { context } = createContext()
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100, context })
  await cache.get('a', createBuilder().build)
  cache.invalidate('a')
  const fail = () => Promise.reject(new Error('a bug'))
  await expect(cache.get('a', fail)).rejects.toThrow('a bug')
})

test('serves stale lists and refuses uncached responses under overload', async () => {
  const { state, context } = createContext()
  const list = createResponseCache({ minRefreshMs: 1000, maxEntries: 100, context })
  const exact = createResponseCache({ minRefreshMs: 0, maxEntries: 100, context })
  const { build } = createBuilder()
  await list.get('a', build)
  await exact.get('a', build)
  list.invalidateAll()
  exact.invalidateAll()
  vi.advanceTimersByTime(5_000)
  state.overload = 'database'
  expect(await list.get('a', build)).toMatchObject({ body: 'response 1', headers: { age: '5' } })
  expect(await exact.get('a', build)).toMatchObject({ body: 'response 3', headers: {} })
  expect(() => list.get('b', build)).toThrow(expect.objectContaining({ refused: 'overloaded' }))
  expect(await bypassCache(() => list.get('b', build))).toMatchObject({ body: 'response 4' })
})

test('limits concurrent builds', async () => {
  const { context } = createContext()
  const cache = createResponseCache({ minRefreshMs: 1000, maxEntries: 100, context })
  const { build, block } = createBuilder()
  const unblock = block()
  const two = [cache.get('a', build), cache.get('b', build)]
  const joined = cache.get('a', build)
  expect(() => cache.get('c', build)).toThrow(expect.objectContaining({ refused: 'overloaded' }))
  unblock()
  await Promise.all([...two, joined])
  expect(await cache.get('c', build)).toMatchObject({ body: 'response 3' })
})

test('refreshes responses with `minRefreshMs: 0` while searches use the whole limit of concurrent builds', async () => {
  const { context } = createContext()
  const search = createResponseCache({ minRefreshMs: 1000, maxEntries: 100, context })
  const exact = createResponseCache({ minRefreshMs: 0, maxEntries: 100, context })
  const { build, block } = createBuilder()
  for (const key of ['a', 'b', 'c']) await exact.get(key, build)
  exact.invalidateAll()
  const unblock = block()
  const searches = [search.get('a', build), search.get('b', build)]
  const refreshes = [exact.get('a', build), exact.get('b', build)]
  for (const key of ['c', 'uncached']) {
    expect(() => exact.get(key, build)).toThrow(expect.objectContaining({ refused: 'overloaded' }))
  }
  unblock()
  expect(await Promise.all([...searches, ...refreshes])).toHaveLength(4)
  expect(await exact.get('c', build)).toMatchObject({ body: 'response 8' })
})

test('evicts the least recently used response', async () => {
  const { state, context } = createContext()
  const cache = createResponseCache({ minRefreshMs: 1000, maxEntries: 3, context })
  const { build } = createBuilder()
  await cache.get('popular', build)
  cache.invalidateAll()
  vi.advanceTimersByTime(5_000)
  for (const key of ['a', 'b', 'c', 'd']) {
    state.overload = undefined
    await cache.get(key, build)
    state.overload = 'database'
    expect(await cache.get('popular', build)).toMatchObject({ body: 'response 1' })
  }
})

test('limits the cache to maxBytes, and does not cache a larger response', async () => {
  const cache = createResponseCache({ minRefreshMs: 0, maxEntries: 100, maxBytes: 1000 })
  let builds = 0
  const buildOfBytes = (length: number) => async () => {
    builds += 1
    return { body: Buffer.alloc(length), headers: {} }
  }
  for (const key of ['a', 'b', 'c']) await cache.get(key, buildOfBytes(400))
  await cache.get('c', buildOfBytes(400))
  expect(builds).toBe(3)
  await cache.get('a', buildOfBytes(400))
  expect(builds).toBe(4)
  await cache.get('d', buildOfBytes(2000))
  await cache.get('d', buildOfBytes(2000))
  expect(builds).toBe(6)
  expect(cache.bytes()).toBeLessThanOrEqual(1000)
})
