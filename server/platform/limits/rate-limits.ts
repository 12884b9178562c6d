import { createHash, randomUUIDv7 } from 'node:crypto'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../database/connections/connect.ts'

/** A limit of `max` calls per window. */
export interface Rule {
  windowSeconds: number
  max: number
  /** True: does not wait for the disk. A crash may lose the counts of the last second. */
  isLossy?: boolean
}

const WITHOUT_WAITING = sql`, set_config('synchronous_commit', 'off', true)`

/**
 * Creates rate limits that count in fixed windows. A window that each request extends would never end for an
 * office with steady requests. `last_request` is the start of the window in milliseconds.
 */
export function createRateLimits(db: Db) {
  return {
    /** Counts one call. If the call exceeds the limit, returns the seconds until the next call is allowed. */
    async consume(key: string, { windowSeconds, max, isLossy }: Rule): Promise<number | undefined> {
      const now = Date.now()
      const isOver = sql`rate_limits.last_request <= ${now - windowSeconds * 1000}`
      const { rows } = await sql<{ count: number; started_at: string }>`
        insert into rate_limits (id, key, count, last_request)
        values (${randomUUIDv7()}, ${key}, 1, ${now})
        on conflict (key) do update set
          count = case when ${isOver} then 1 else rate_limits.count + 1 end,
          last_request = case when ${isOver} then excluded.last_request
            else rate_limits.last_request end
        returning count, last_request as started_at ${isLossy ? WITHOUT_WAITING : sql``}`.execute(
        db,
      )
      const { count = 1, started_at = now } = rows[0] ?? {}
      if (count <= max) return undefined
      // A concurrent request may have started the window slightly after `now`.
      const elapsedMs = Math.max(now - Number(started_at), 0)
      return Math.ceil(windowSeconds - elapsedMs / 1000)
    },

    /** Subtracts a call that must not count. */
    async giveBack(key: string): Promise<void> {
      await sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`.execute(
        db,
      )
    },

    async reset(key: string): Promise<void> {
      await sql`delete from rate_limits where key = ${key}`.execute(db)
    },

    /** Resets all counts whose keys begin with `prefix`. Reads the whole table. */
    async resetAll(prefix: string): Promise<void> {
      await sql`delete from rate_limits where starts_with(key, ${prefix})`.execute(db)
    },
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>

/** Counts one more call. Returns a refusal if it exceeds the limit. */
export async function refuseAboveLimit(
  limits: RateLimits,
  key: string,
  rule: Rule,
  code: 'too_many_requests' | 'reviews_too_many' = 'too_many_requests',
): Promise<Refusal | undefined> {
  const retryAfterSeconds = await limits.consume(key, rule)
  return retryAfterSeconds === undefined ? undefined : refuse(code, { retryAfterSeconds })
}

/** Hashes a part of a key, so that the table does not reveal email addresses and phone numbers. */
export function hashedName(name: string): string {
  return createHash('sha256').update(name).digest('base64url')
}
