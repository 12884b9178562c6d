import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseOutage } from '../http/problems.ts'
import type { OverloadReason } from '../load/load.ts'

/** A whole response, ready to be sent again, with its compressed forms if it has any. */
export interface CachedResponse {
  status?: number
  body: string | Buffer
  headers: Record<string, string>
  encoded?: { br: Buffer; gzip: Buffer }
  /** True for an incomplete response, which is sent once and not cached. */
  noStore?: boolean
}

interface Entry extends CachedResponse {
  version: number
  createdAt: number
  bytes: number
}

/** The state of the process that decides, besides an entry's age, whether to refresh it. */
export interface CacheContext {
  load: {
    /** Returns what the process is overloaded with, if anything. */
    overloadReason(): OverloadReason | undefined
    /** Throws a refusal for this reason. */
    admit(reason: OverloadReason): void
    begin(): void
    end(): void
  }
  database: {
    isUnavailable(): boolean
    /** Checks the database at once, because a statement failed. */
    checkNow(): void
    /** Resolves to the fallback as soon as the database is found unavailable. */
    withFallback<T>(promise: Promise<T>, fallback: () => T): Promise<T>
  }
  /** Limits the responses that are built at a time, in all caches. */
  builds: ConcurrencyLimit
  /** Limits refreshes of exact responses, which cost one statement each. */
  exactRefreshes: ConcurrencyLimit
  /** Maximum age of a stale response, served while the database is unavailable. */
  maxStaleMs: number
}

interface ConcurrencyLimit {
  inFlight: number
  max: number
}

interface CacheOptions {
  /** Minimum time between refreshes of a changed entry. 0: the response is always exact. */
  minRefreshMs: number
  maxEntries: number
  maxBytes?: number
  context?: CacheContext
}

/** Maximum age of an entry without an invalidation, which bounds the cost of a lost message. */
const MAX_AGE_MS = 30_000

const bypass = new AsyncLocalStorage<true>()

/** Runs `read` so that every response in it is up to date, whatever its `minRefreshMs` is. */
export function bypassCache<T>(read: () => T): T {
  return bypass.run(true, read)
}

/**
 * Caches whole public responses by key, bounded by entry count and bytes. An invalidation increments the
 * version of a key. An entry of an older version is rebuilt, at most once every `minRefreshMs`; until then
 * the old response is served. A build keeps the version that it started with, so no outdated response stays.
 *
 * While the database is unavailable or the process is overloaded, an old response is served for up to
 * `maxStaleMs` with an `Age` header. An exact response that is out of date is served only while the database
 * is unavailable.
 */
export function createResponseCache({
  minRefreshMs,
  maxEntries,
  maxBytes = Infinity,
  context,
}: CacheOptions) {
  const entries = new Map<string, Entry>()
  const pending = new Map<string, Promise<CachedResponse>>()
  const versions = new Map<string, number>()
  let commonVersion = 0
  let bytes = 0
  const counts = { hit: 0, built: 0, stale: 0 }
  const exactRefreshes = context?.exactRefreshes ?? { inFlight: 0, max: Infinity }

  const versionOf = (key: string) => commonVersion + (versions.get(key) ?? 0)

  async function buildAndStore(
    key: string,
    build: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    const started = { version: versionOf(key), createdAt: Date.now() }
    const response = await build()
    counts.built += 1
    if (!response.noStore) store(key, { ...response, ...started, bytes: sizeOf(key, response) })
    return response
  }

  function store(key: string, entry: Entry) {
    remove(key)
    if (entry.bytes > maxBytes) return
    entries.set(key, entry)
    bytes += entry.bytes
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries && bytes <= maxBytes) return
      remove(oldest)
    }
  }

  function remove(key: string) {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  /** Moves an entry to the end: the least recently used entry is evicted first. */
  function touch(key: string, entry: Entry) {
    entries.delete(key)
    entries.set(key, entry)
  }

  function isFresh(key: string, entry: Entry): boolean {
    const age = Date.now() - entry.createdAt
    if (entry.version === versionOf(key)) return age < MAX_AGE_MS
    return age < minRefreshMs && !bypass.getStore()
  }

  function startBuild(
    key: string,
    pendingKey: string,
    build: () => Promise<CachedResponse>,
    limit: ConcurrencyLimit,
  ) {
    context?.load.begin()
    limit.inFlight += 1
    const response = buildAndStore(key, build).finally(() => {
      pending.delete(pendingKey)
      context?.load.end()
      limit.inFlight -= 1
    })
    pending.set(pendingKey, response)
    return response
  }

  /** Refreshes of exact responses have a limit of their own, so that searches cannot use it up. */
  function limitFor(old: Entry | undefined): ConcurrencyLimit {
    const isExactRefresh = old && minRefreshMs === 0 && !bypass.getStore()
    return isExactRefresh ? exactRefreshes : (context?.builds ?? exactRefreshes)
  }

  /** Returns why no build may start, if so. A read within an admitted request is always admitted. */
  function overloadReasonFor(limit: ConcurrencyLimit) {
    if (!context || bypass.getStore()) return undefined
    if (limit.inFlight >= limit.max) return 'requests'
    return limit === exactRefreshes ? undefined : context.load.overloadReason()
  }

  function mayServeStale(key: string, old: Entry): boolean {
    return minRefreshMs > 0 || old.version === versionOf(key)
  }

  function serveStale(old: Entry): CachedResponse {
    counts.stale += 1
    return withAge(old)
  }

  return {
    /** How many responses came from memory, were built, or were stale. */
    counts,
    bytes: () => bytes,
    /**
     * Returns the cached response, or a promise of a new one. An error of `build` is passed on and nothing
     * is cached. Throws a refusal if a new response is needed and the process is overloaded.
     */
    get(
      key: string,
      build: () => Promise<CachedResponse>,
    ): CachedResponse | Promise<CachedResponse> {
      const entry = entries.get(key)
      if (entry) touch(key, entry)
      if (entry && isFresh(key, entry)) {
        counts.hit += 1
        return entry
      }
      const old = entry && context && isYounger(entry, context.maxStaleMs) ? entry : undefined
      if (old && context?.database.isUnavailable()) return serveStale(old)
      const pendingKey = `${key} ${versionOf(key)}`
      let response = pending.get(pendingKey)
      if (!response) {
        const limit = limitFor(old)
        const reason = overloadReasonFor(limit)
        if (reason && old && mayServeStale(key, old)) return serveStale(old)
        if (reason) context?.load.admit(reason)
        response = startBuild(key, pendingKey, build, limit)
      }
      return old && context ? orStale(response, () => serveStale(old), context.database) : response
    },
    invalidate(key: string) {
      if (versions.size >= maxEntries) {
        versions.clear()
        commonVersion += 1_000_000
      }
      versions.set(key, (versions.get(key) ?? 0) + 1)
    },
    invalidateAll() {
      commonVersion += 1
    },
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>

/** Returns the new response, or the stale one as soon as the database is found unavailable. */
async function orStale(
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

const isYounger = ({ createdAt }: Entry, ms: number) => Date.now() - createdAt < ms

/** Adds the `Age` header of RFC 9111, in seconds. */
function withAge({ createdAt, headers, ...response }: Entry): CachedResponse {
  const age = Math.floor((Date.now() - createdAt) / 1000)
  return { ...response, headers: { ...headers, age: String(age) } }
}

/** Estimates the memory of an entry. A character of a string may take two bytes. */
function sizeOf(key: string, { body, encoded }: CachedResponse): number {
  const bodyBytes = typeof body === 'string' ? 2 * body.length : body.length
  return 2 * key.length + bodyBytes + (encoded ? encoded.br.length + encoded.gzip.length : 0)
}

/** Returns an entity tag of a body. It is weak, because the compressed forms share it. */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Returns a JSON response, compressed if that makes it smaller. */
export function jsonResponse(value: unknown, headers: Record<string, string> = {}) {
  const body = JSON.stringify(value)
  return compressResponse({
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      etag: etagOf(body),
      ...headers,
    },
  })
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const MIN_COMPRESSED_LENGTH = 1024
/** Bodies from this length are buffers: slow readers share a buffer, but each holds a copy of a string. */
const MIN_BUFFER_LENGTH = 16 * 1024

/** Adds the compressed forms to a response whose body has at least a kilobyte. */
export async function compressResponse(response: CachedResponse): Promise<CachedResponse> {
  const { body } = response
  if (body.length < MIN_COMPRESSED_LENGTH) return response
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } }
  const [br, gz] = await Promise.all([brotli(body, quality), gzip(body)])
  return {
    ...response,
    body: body.length < MIN_BUFFER_LENGTH ? body : Buffer.from(body),
    encoded: { br, gzip: gz },
    headers: { ...response.headers, vary: 'accept-encoding' },
  }
}

/** Sends a response in the best encoding that the client accepts, or 304 if the client has it already. */
export function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse | Promise<CachedResponse>,
): FastifyReply | Promise<FastifyReply> {
  return response instanceof Promise
    ? response.then((built) => sendNow(request, reply, built))
    : sendNow(request, reply, response)
}

function sendNow(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, headers, encoded }: CachedResponse,
): FastifyReply {
  reply.headers(headers)
  const { etag } = headers
  const clientEtag = request.headers['if-none-match']
  if (etag && clientEtag && (clientEtag === '*' || clientEtag.includes(etag))) {
    return reply.code(304).send()
  }
  if (status) reply.code(status)
  const encoding = encoded && chooseEncoding(request.headers['accept-encoding'])
  if (!encoded || !encoding) return reply.send(body)
  return reply.header('content-encoding', encoding).send(encoded[encoding])
}

function chooseEncoding(accepted = ''): 'br' | 'gzip' | undefined {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip'
  return undefined
}
