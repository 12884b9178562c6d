import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from './connections/connect.ts'

/** Minimum number of rows for which a count is cached. Some counts stop at this number. */
export const LONG_LIST_ROWS = 10_000

export type CountList = (db: Db, rows: RawBuilder<unknown>, listName?: string) => Promise<number>

/**
 * Returns a function that counts the rows of a query. If `listName` is given and the list has at least LONG_LIST_ROWS
 * rows, the function caches the count for a minute.
 */
export function createListCounter(now = Date.now): CountList {
  const longLists = createCountCache(now)

  return async (db, rows, listName) => {
    const cached = listName === undefined ? undefined : longLists.get(listName)
    if (cached !== undefined) return cached
    const { rows: counted } = await sql<{ count: number }>`
      select count(*) from (${rows}) listed`.execute(db)
    const count = counted[0]?.count ?? 0
    if (listName !== undefined && count >= LONG_LIST_ROWS) longLists.set(listName, count)
    return count
  }
}

/** Creates a cache of counts by list name. It keeps a count for a minute, because long lists are slow to count. */
export const createCountCache = (now = Date.now) =>
  new LRUCache<string, number>({ max: 1000, ttl: 60_000, ttlResolution: 0, perf: { now } })
