import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/connections/connect.ts'

/** So many in so many seconds. */
export interface Rule {
  window: number
  max: number
}

export type Consumed = { allowed: true; retryAfter: null } | { allowed: false; retryAfter: number }

/**
 * Counts in windows of a fixed length, in one statement each: an office that always has somebody at
 * work must not reach a limit some day because its window moves with every request. `last_request`
 * is when the window began, in milliseconds.
 */
export function rateLimits(db: Db) {
  return {
    /** Counts one more. Of those who come at once, too, no more than `max` are let through. */
    async consume(key: string, { window, max }: Rule): Promise<Consumed> {
      const now = Date.now()
      const isOver = sql`rate_limits.last_request <= ${now - window * 1000}`
      const { rows } = await sql<{ count: number; began: string }>`
        insert into rate_limits (id, key, count, last_request)
        values (${randomUUIDv7()}, ${key}, 1, ${now})
        on conflict (key) do update set
          count = case when ${isOver} then 1 else rate_limits.count + 1 end,
          last_request = case when ${isOver} then excluded.last_request
            else rate_limits.last_request end
        returning count, last_request as began`.execute(db)
      const { count = 1, began = now } = rows[0] ?? {}
      if (count <= max) return { allowed: true, retryAfter: null }
      // Who came at the same moment may have begun the window a little later than it is here.
      const passed = Math.max(now - Number(began), 0)
      return { allowed: false, retryAfter: Math.ceil(window - passed / 1000) }
    },

    /** Takes one back that is found not to count. */
    async giveBack(key: string): Promise<void> {
      await sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`.execute(
        db,
      )
    },

    /** Begins anew. */
    async forget(key: string): Promise<void> {
      await sql`delete from rate_limits where key = ${key}`.execute(db)
    },
  }
}

export type RateLimits = ReturnType<typeof rateLimits>

/** Part of a key: a hash, so that the table of counts does not reveal e-mails and phone numbers. */
export function hashedName(name: string): string {
  return createHash('sha256').update(name).digest('base64url')
}
