import { expect } from 'vitest'
import type { ApiClient, ApiResponse } from '../../support/shop/api-client.ts'

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
