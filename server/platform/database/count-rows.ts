import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './connections/connect.ts'

/** Counts from this number of rows on are cached. Some counts stop at this number. */
export const LONG_LIST_ROWS = 10_000

export type CountList = (db: Db, rows: RawBuilder<unknown>, list?: string) => Promise<number>

/**
 * Returns a function that counts the rows of a query. Caches the counts of long lists with a name.
 */
export function createListCounter(now = Date.now): CountList {
  const longLists = createCountCache(now)

  return async (db, rows, list) => {
    const cached = list === undefined ? undefined : longLists.get(list)
    if (cached !== undefined) return cached
    const { rows: counted } = await sql<{ count: number }>`
      select count(*) from (${rows}) listed`.execute(db)
    const count = counted[0]?.count ?? 0
    if (list !== undefined && count >= LONG_LIST_ROWS) longLists.set(list, count)
    return count
  }
}

/**
 * Creates the cache of counts by list name, for a minute. Counting is most of the cost of a page of
 * a long list.
 */
export const createCountCache = (now = Date.now) =>
  new LRUCache<string, number>({ max: 1000, ttl: 60_000, ttlResolution: 0, perf: { now } })
