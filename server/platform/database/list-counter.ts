import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connections/connect.ts'

/** A list of so many rows is long. */
export const LONG_LIST = 10_000
/** So long it is taken to be as it was. */
const BELIEVED_MS = 60_000
/** Of so many lists at most. */
const LISTS = 1000

export type CountList = (db: Db, rows: RawBuilder<unknown>, list?: string) => Promise<number>

/** Counts the rows of a statement; of a list with a name that was long, the count is believed. */
export function listCounter(now = Date.now): CountList {
  const long = believedCounts(now)

  return async (db, rows, list) => {
    const believed = list === undefined ? undefined : long.get(list)
    if (believed !== undefined) return believed
    const { rows: answer } = await sql<{ count: number }>`
      select count(*) from (${rows}) listed`.execute(db)
    const count = answer[0]?.count ?? 0
    if (list !== undefined && count >= LONG_LIST) long.set(list, count)
    return count
  }
}

/**
 * Counts of long lists, by their names. Such a list is not counted again for a minute: counting is most
 * of what a page of it costs, and it seldom shrinks.
 */
export function believedCounts(now = Date.now) {
  const counts = new Map<string, { count: number; until: number }>()

  return {
    get(list: string): number | undefined {
      const believed = counts.get(list)
      return believed && believed.until > now() ? believed.count : undefined
    },
    set(list: string, count: number) {
      if (counts.size >= LISTS) counts.clear()
      counts.set(list, { count, until: now() + BELIEVED_MS })
    },
  }
}
