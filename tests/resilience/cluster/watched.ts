import { expect } from 'vitest'
import type { Answer, Call } from '../../support/shop/calls.ts'

/** The shop's own limits on a statement, a connection and the provider come to less. */
const LONGEST_MS = 30_000

interface Seen {
  what: string
  /** Of which shop it was asked. */
  at: string
  /** When it was asked and answered, as Date.now() says it. */
  began: number
  ended: number
  /** None when no answer came. */
  status: number | undefined
  retryAfter: string | null
}

/** Notes what people ask, and what is answered. */
export class Watched {
  #seen: Seen[] = []

  /** The same call, noted as one of this shop. */
  watch(call: Call, at: string): Call {
    return async (method, path, ...rest) => {
      const began = Date.now()
      let answer: Answer | undefined
      try {
        answer = await call(method, path, ...rest)
        return answer
      } finally {
        this.#seen.push({
          what: `${method} ${path.split('?')[0]}`,
          at,
          began,
          ended: Date.now(),
          status: answer?.status,
          retryAfter: answer?.headers.get('retry-after') ?? null,
        })
      }
    }
  }

  /** Fails unless everything was answered in time, and an outage as one. */
  checkAnswers(): void {
    expect(this.#seen.filter(({ status }) => status === undefined)).toEqual([])
    expect(this.#seen.filter((one) => one.ended - one.began > LONGEST_MS)).toEqual([])
    const failed = this.#seen.filter(({ status = 0 }) => status >= 500)
    expect(failed.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([])
  }

  /** Fails unless everything was answered well. */
  checkAllGood(): void {
    expect(this.#seen.filter(({ status }) => status !== 200)).toEqual([])
  }

  /** The longest anybody waited for an answer, in seconds. */
  longestSeconds(): number {
    return Math.max(0, ...this.#seen.map(({ began, ended }) => ended - began)) / 1000
  }

  count(status: number): number {
    return this.#seen.filter((one) => one.status === status).length
  }

  /** The longest time in which one of these shops acknowledged nothing that writes, in seconds, from this moment on. */
  awaySeconds(from: number, shops: string[]): number {
    const until = Math.max(from, ...this.#seen.map(({ ended }) => ended))
    const gaps = shops.flatMap((shop) => {
      const writes = this.#seen
        .filter(
          ({ at, what, status = 0 }) =>
            at === shop && !what.startsWith('GET ') && status >= 200 && status < 300,
        )
        .map(({ ended }) => ended)
        .filter((ended) => ended >= from)
        .sort((one, other) => one - other)
      return [...writes, until].map((ended, n) => ended - (writes[n - 1] ?? from))
    })
    return Math.max(0, ...gaps) / 1000
  }
}
