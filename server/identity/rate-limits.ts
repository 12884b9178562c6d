import { randomUUIDv7 } from 'node:crypto'
import type { BetterAuthRateLimitStorage } from 'better-auth'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

/**
 * Counts requests in windows of a fixed length, in one statement each. The library's own store
 * moves the window with every request: an office that always has somebody at work would reach any
 * limit some day, and be turned away. `last_request` is when the window began, in milliseconds.
 */
export function rateLimits(db: Db): BetterAuthRateLimitStorage {
  return {
    async consume(key, { window, max }) {
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
      return { allowed: false, retryAfter: Math.ceil((Number(began) + window * 1000 - now) / 1000) }
    },
  }
}
