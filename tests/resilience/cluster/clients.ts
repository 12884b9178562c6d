import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { type ApiClient, type ApiResponse, createApiClient } from '../../support/shop/api-client.ts'
import type { TestUser } from '../../support/shop/users.ts'
import type { Fixture } from '../fixture.ts'

/**
 * Maximum time of a response. It is longer than the shop's timeouts for statements, connections and
 * the provider.
 */
const RESPONSE_MAX_MS = 30_000

interface RecordedCall {
  operation: string
  /** The shop that was called. */
  shopUrl: string
  /** Start and end of the call (`Date.now()`). */
  startedAt: number
  endedAt: number
  /** Undefined without a response. */
  status: number | undefined
  retryAfter: string | null
}

/** Records calls and their responses. */
export class CallLog {
  #calls: RecordedCall[] = []

  /** Wraps a call function so that its calls are recorded. */
  record(call: ApiClient, shopUrl: string): ApiClient {
    return async (method, path, ...rest) => {
      const startedAt = Date.now()
      let response: ApiResponse | undefined
      try {
        response = await call(method, path, ...rest)
        return response
      } finally {
        this.#calls.push({
          operation: `${method} ${path.split('?')[0]}`,
          shopUrl,
          startedAt,
          endedAt: Date.now(),
          status: response?.status,
          retryAfter: response?.headers.get('retry-after') ?? null,
        })
      }
    }
  }

  /**
   * Fails if a call was not answered in time, or if a server error was not a 503 with Retry-After.
   */
  expectTimelyResponses(): void {
    expect(this.#calls.filter(({ status }) => status === undefined)).toEqual([])
    expect(this.#calls.filter((call) => call.endedAt - call.startedAt > RESPONSE_MAX_MS)).toEqual(
      [],
    )
    const failed = this.#calls.filter(({ status = 0 }) => status >= 500)
    expect(failed.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([])
  }

  /** Fails if a response was not 200. */
  expectAllOk(): void {
    expect(this.#calls.filter(({ status }) => status !== 200)).toEqual([])
  }

  /** Returns the duration of the slowest call in seconds. */
  maxSeconds(): number {
    return Math.max(0, ...this.#calls.map(({ startedAt, endedAt }) => endedAt - startedAt)) / 1000
  }

  count(status: number): number {
    return this.#calls.filter((call) => call.status === status).length
  }

  /** Returns the longest time after `since`, in seconds, in which a shop acknowledged no write. */
  maxOutageSeconds(since: number, shopUrls: string[]): number {
    const end = Math.max(since, ...this.#calls.map(({ endedAt }) => endedAt))
    const gaps = shopUrls.flatMap((url) => {
      const writes = this.#calls
        .filter(
          ({ shopUrl, operation, status = 0 }) =>
            shopUrl === url && !operation.startsWith('GET ') && status >= 200 && status < 300,
        )
        .map(({ endedAt }) => endedAt)
        .filter((endedAt) => endedAt >= since)
        .sort((one, other) => one - other)
      return [...writes, end].map((endedAt, n) => endedAt - (writes[n - 1] ?? since))
    })
    return Math.max(0, ...gaps) / 1000
  }
}

const VISIT_INTERVAL_MS = 100
const PAGES = ['/', '/allParts', '/parts?size=6', '/reviews', '/healthz']

/** Requests the public pages of these shops repeatedly. */
export function startVisitors(urls: string[]) {
  const log = new CallLog()
  let isRunning = true
  const loops = urls.map(async (url) => {
    const visit = log.record(createApiClient(url), url)
    while (isRunning) {
      for (const page of PAGES) await visit('GET', page).catch(() => {})
      await wait(VISIT_INTERVAL_MS)
    }
  })
  return {
    log,
    async stop() {
      isRunning = false
      await Promise.all(loops)
    },
  }
}

const INTERVAL_MS = 50

/** Adds one piece of stock repeatedly. Repeats each request with the same idempotency key until it succeeds. */
export function startRestocking(fixture: Fixture, staff: TestUser) {
  const keys: string[] = []
  let isRunning = true

  async function addPiece(key: string): Promise<boolean> {
    const path = `/api/parts/${fixture.part}/stock`
    const body = { pieces: 1, reason: key }
    const response = await staff
      .call('POST', path, body, { 'idempotency-key': key })
      .catch(() => null)
    return response?.status === 201
  }

  async function run() {
    while (isRunning) {
      const key = randomUUID()
      keys.push(key)
      while (!(await addPiece(key))) await wait(INTERVAL_MS)
      await wait(INTERVAL_MS)
    }
  }

  const running = run()
  return {
    async stop() {
      isRunning = false
      await running
    },
    /** Expects that each piece was added once. Returns the number of pieces. */
    async check(): Promise<number> {
      const movements = fixture.db
        .selectFrom('stock_movements')
        .select('reason')
        .where('reason', 'in', keys)
      const reasons = (await movements.execute()).map(({ reason }) => reason)
      expect(reasons.sort()).toEqual(keys.sort())
      return keys.length
    },
  }
}

const PROGRAM = new URL('../../support/shop/run-shop.ts', import.meta.url)

/** Starts a shop with pages in its own process. Returns a function that kills it. */
export async function startShop(
  port: number,
  settings: Record<string, string>,
  logs: string,
): Promise<() => Promise<unknown>> {
  const env = { ...process.env, PAGES: 'on', PORT: String(port), ...settings }
  const shop: ChildProcess = fork(PROGRAM, { env, silent: true })
  const log = createWriteStream(path.join(logs, `shop-${port}.log`))
  shop.stdout?.pipe(log, { end: false })
  shop.stderr?.pipe(log, { end: false })
  const [first] = await Promise.race([once(shop, 'message'), once(shop, 'exit')])
  if (first !== 'serving') throw new Error(`A shop did not start. See its log in ${logs}.`)
  const ended = once(shop, 'exit')
  return () => {
    shop.kill('SIGKILL')
    return ended
  }
}
