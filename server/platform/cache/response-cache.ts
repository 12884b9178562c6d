import { AsyncLocalStorage } from 'node:async_hooks'
import { isRefusal, type Refusal } from '@freehub/contract/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { DatabaseWatch } from '../database/connections/watch-database.ts'
import { isDatabaseOutage } from '../http/problems.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from '../limits/concurrency-limit.ts'
import type { Load, OverloadReason } from '../load/load.ts'
import { type CachedResponse, jsonResponse, sendCachedResponse } from './cached-response.ts'

interface Entry extends CachedResponse {
  /** Start of the build, in milliseconds. */
  createdAt: number
  /** True if data of the response has changed since the build started. */
  isOutdated: boolean
}

/** The state of the process. Together with the age of an entry, it decides whether the entry is refreshed. */
export interface CacheContext {
  load: Pick<Load, 'overloadReason' | 'throwIfOverloaded' | 'begin' | 'end'>
  database: Omit<DatabaseWatch, 'close'>
  /** Limits the concurrent builds of all caches. */
  builds: ConcurrencyLimit
  /** Limits refreshes of responses with `minRefreshMs: 0`, which cost one statement each. */
  exactRefreshes: ConcurrencyLimit
  /** Maximum age of a stale response, served while the database is unavailable or the process is overloaded. */
  maxStaleMs: number
}

interface CacheOptions {
  /** Minimum time between refreshes of a changed entry. 0: the response is always exact. */
  minRefreshMs: number
  maxEntries: number
  maxBytes?: number
  context?: CacheContext
}

/** Maximum age of an entry that was not invalidated, in case the message about a change was lost. */
const MAX_AGE_MS = 30_000

const bypass = new AsyncLocalStorage<true>()

/** Runs `read`, in which caches return outdated data only while the database is unavailable. Builds have no limit. */
export function bypassCache<T>(read: () => T): T {
  return bypass.run(true, read)
}

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Caches whole public responses by key, bounded by entry count and bytes. If the data of an entry has changed, the
 * entry is outdated: it is served until its age is `minRefreshMs`, and then rebuilt. Concurrent requests share a build,
 * but not one that started before an invalidation.
 *
 * While the database is unavailable or the process is overloaded, entries are served until their age is
 * `context.maxStaleMs`, with an `Age` header. With `minRefreshMs: 0`, an overloaded process serves no outdated entries.
 */
export function createResponseCache({
  minRefreshMs,
  maxEntries,
  maxBytes = Number.MAX_SAFE_INTEGER,
  context,
}: CacheOptions) {
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: Math.floor(maxBytes),
    sizeCalculation: sizeOf,
  })
  const pending = new Map<string, Promise<CachedResponse>>()
  const counts = { hit: 0, built: 0, stale: 0 }
  const exactRefreshes = context?.exactRefreshes ?? createConcurrencyLimit(Infinity)

  function startBuild(
    key: string,
    build: () => Promise<CachedResponse>,
    limit: ConcurrencyLimit,
  ): Promise<CachedResponse> {
    const createdAt = Date.now()
    const isCurrent = () => pending.get(key) === response
    async function buildAndStore() {
      const built = await build()
      counts.built += 1
      // A build that was superseded must not replace the response of a later build.
      const isSuperseded = !isCurrent() && (entries.peek(key)?.createdAt ?? -1) >= createdAt
      if (!built.noStore && !isSuperseded) {
        const findFresh = createFinder(key)
        entries.set(key, { ...built, createdAt, isOutdated: !isCurrent(), findFresh })
      }
      return built
    }
    context?.load.begin()
    // A bypassing read belongs to an admitted request and uses its slot.
    const response = (bypass.getStore() ? buildAndStore() : limit.run(buildAndStore)).finally(
      () => {
        if (isCurrent()) pending.delete(key)
        context?.load.end()
      },
    )
    pending.set(key, response)
    return response
  }

  function isFresh({ isOutdated, createdAt }: Entry): boolean {
    const ageMs = Date.now() - createdAt
    return isOutdated ? ageMs < minRefreshMs && !bypass.getStore() : ageMs < MAX_AGE_MS
  }

  function findFresh(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (!entry || !isFresh(entry)) return undefined
    counts.hit += 1
    return entry
  }

  /** Returns a closure that holds only the key. A closure with the entry would keep replaced responses in memory. */
  const createFinder = (key: string) => () => findFresh(key)

  /** Refreshes of exact responses (`minRefreshMs: 0`) have their own limit, which searches cannot use up. */
  function limitFor(old: Entry | undefined): ConcurrencyLimit {
    const isExactRefresh = old && minRefreshMs === 0 && !bypass.getStore()
    return isExactRefresh ? exactRefreshes : (context?.builds ?? exactRefreshes)
  }

  /** Returns a reason if no build may start. A bypassing read is always admitted, because its request was. */
  function overloadReasonFor(limit: ConcurrencyLimit): OverloadReason | undefined {
    if (!context || bypass.getStore()) return undefined
    if (limit.isFull()) return 'requests'
    return limit === exactRefreshes ? undefined : context.load.overloadReason()
  }

  /** Adds the `Age` header of RFC 9111, in seconds. */
  function serveStale({ createdAt, headers, ...response }: Entry): CachedResponse {
    counts.stale += 1
    const age = Math.floor((Date.now() - createdAt) / 1000)
    return { ...response, headers: { ...headers, age: String(age) } }
  }

  return {
    /** Numbers of responses from memory, of built responses and of stale responses. */
    counts,
    bytes: () => entries.calculatedSize,
    /** Returns the cached response or a promise of a new one. Throws a refusal under overload. Caches no errors. */
    get(
      key: string,
      build: () => Promise<CachedResponse>,
    ): CachedResponse | Promise<CachedResponse> {
      const fresh = findFresh(key)
      if (fresh) return fresh
      const entry = entries.peek(key)
      const isUsable = entry && context && Date.now() - entry.createdAt < context.maxStaleMs
      const old = isUsable ? entry : undefined
      if (old && context?.database.isUnavailable()) return serveStale(old)
      let response = pending.get(key)
      if (!response) {
        const limit = limitFor(old)
        const reason = overloadReasonFor(limit)
        const mayServeStale = old && (minRefreshMs > 0 || !old.isOutdated)
        if (reason && mayServeStale) return serveStale(old)
        if (reason) context?.load.throwIfOverloaded(reason)
        response = startBuild(key, build, limit)
      }
      return old && context
        ? withStaleFallback(response, () => serveStale(old), context.database)
        : response
    },
    invalidate(key: string) {
      pending.delete(key)
      const entry = entries.peek(key)
      if (entry) entry.isOutdated = true
    },
    invalidateAll() {
      pending.clear()
      for (const entry of entries.values()) entry.isOutdated = true
    },
  }
}

/** Sends the cached JSON of an object. Returns a refusal of `read`, which the cache does not store. */
export async function sendCachedJson(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: ResponseCache,
  key: string,
  read: () => Promise<object | Refusal>,
): Promise<FastifyReply | Refusal> {
  const build = async () => {
    const value = await read()
    if (isRefusal(value)) throw value
    return jsonResponse(value)
  }
  try {
    return await sendCachedResponse(request, reply, cache.get(key, build))
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

/** Estimates the memory of an entry. A character of a string may take two bytes. */
function sizeOf({ body, encoded }: Entry, key: string): number {
  const bodyBytes = typeof body === 'string' ? 2 * body.length : body.length
  return 2 * key.length + bodyBytes + (encoded ? encoded.br.length + encoded.gzip.length : 0)
}

/** Returns the new response, or the stale one as soon as the database is found unavailable. */
async function withStaleFallback(
  pending: Promise<CachedResponse>,
  stale: () => CachedResponse,
  database: CacheContext['database'],
): Promise<CachedResponse> {
  try {
    const response = await database.withFallback(pending, stale)
    return response.noStore && database.isUnavailable() ? stale() : response
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    database.checkNow()
    return stale()
  }
}
