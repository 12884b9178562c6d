import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/connections/connect.ts'

/** A limit of `max` calls in `window` seconds. */
export interface Rule {
  window: number
  max: number
  /**
   * True if counting does not wait for the disk. A crash of the database may then lose the counts of
   * its last second.
   */
  isLossy?: boolean
}

const WITHOUT_WAITING = sql`, set_config('synchronous_commit', 'off', true)`

export type ConsumeResult =
  | { allowed: true; retryAfter: null }
  | { allowed: false; retryAfter: number }

/**
 * Creates rate limits that count in fixed windows. A window that each request extends would never end for an
 * office with steady requests. `last_request` is the start of the window in milliseconds.
 */
export function createRateLimits(db: Db) {
  return {
    /** Counts one more call. Allows at most `max` calls, even if they are concurrent. */
    async consume(key: string, { window, max, isLossy }: Rule): Promise<ConsumeResult> {
      const now = Date.now()
      const isOver = sql`rate_limits.last_request <= ${now - window * 1000}`
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
      if (count <= max) return { allowed: true, retryAfter: null }
      // A concurrent request may have started the window slightly after `now`.
      const elapsedMs = Math.max(now - Number(started_at), 0)
      return { allowed: false, retryAfter: Math.ceil(window - elapsedMs / 1000) }
    },

    /** Subtracts a call that shall not count. */
    async giveBack(key: string): Promise<void> {
      await sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`.execute(
        db,
      )
    },

    /** Deletes the count. */
    async reset(key: string): Promise<void> {
      await sql`delete from rate_limits where key = ${key}`.execute(db)
    },
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>

/** Hashes a part of a key, so that the table does not reveal email addresses and phone numbers. */
export function hashedName(name: string): string {
  return createHash('sha256').update(name).digest('base64url')
}
