import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { live, type OrdersWanted } from './orders-in-order.ts'

/** So far orders are counted. */
const COUNTED = 10_000
/** So long a list that was longer is taken to be so, uncounted. */
const BELIEVED_MS = 60_000
/** Of so many lists at most: a customer with so many orders is rare. */
const LISTS = 1000

export type CountOrders = (
  db: Db,
  wanted: Pick<OrdersWanted, 'list' | 'conditions' | 'search'>,
) => Promise<number>

/**
 * Counts the live orders that meet all the conditions, up to ten thousand. A list that has more is
 * not counted again for a minute: counting is most of what a page of it costs, and it seldom shrinks.
 */
export function orderCounter(now = Date.now): CountOrders {
  const full = new Map<string, number>()

  return async (db, { list, conditions, search }) => {
    const key = search ? undefined : list
    if (key && (full.get(key) ?? 0) > now()) return COUNTED
    // Sorted, a list is counted along its index; a search is counted as the database likes.
    const along = search ? sql`` : sql`order by id`
    const wanted = [live, ...conditions, ...(search ? [search] : [])]
    const { rows } = await sql<{ count: number }>`
      select count(*) from (
        select from orders where ${sql.join(wanted, sql` and `)} ${along} limit ${COUNTED}
      ) counted`.execute(db)
    const count = rows[0]?.count ?? 0
    if (key && count === COUNTED) believe(key)
    return count
  }

  function believe(key: string) {
    if (full.size >= LISTS) full.clear()
    full.set(key, now() + BELIEVED_MS)
  }
}
