import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'

/** A list of so many rows is long. */
export const LONG_LIST = 10_000
/** So long it is taken to be as it was. */
const BELIEVED_MS = 60_000
/** Of so many lists at most. */
const LISTS = 1000

export type CountList = (db: Db, rows: RawBuilder<unknown>, list?: string) => Promise<number>

/**
 * Counts the rows of a statement. A list with a name that was long is not counted again for a
 * minute: counting is most of what a page of it costs, and it seldom shrinks.
 */
export function listCounter(now = Date.now): CountList {
  const long = new Map<string, { count: number; until: number }>()

  return async (db, rows, list) => {
    const believed = list === undefined ? undefined : long.get(list)
    if (believed && believed.until > now()) return believed.count
    const { rows: answer } = await sql<{ count: number }>`
      select count(*) from (${rows}) listed`.execute(db)
    const count = answer[0]?.count ?? 0
    if (list !== undefined && count >= LONG_LIST) believe(list, count)
    return count
  }

  function believe(list: string, count: number) {
    if (long.size >= LISTS) long.clear()
    long.set(list, { count, until: now() + BELIEVED_MS })
  }
}
