import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { LONG_LIST, listCounter } from '../../../platform/database/list-counter.ts'
import { live, type OrdersWanted } from './orders-in-order.ts'

export type CountOrders = (
  db: Db,
  wanted: Pick<OrdersWanted, 'list' | 'conditions' | 'search'>,
) => Promise<number>

/** Counts the live orders that meet all the conditions, up to ten thousand. */
export function orderCounter(now = Date.now): CountOrders {
  const count = listCounter(now)

  return (db, { list, conditions, search }) => {
    // Sorted, a list is counted along its index; a search is counted as the database likes.
    const along = search ? sql`` : sql`order by id`
    const wanted = [live, ...conditions, ...(search ? [search] : [])]
    const rows = sql`
      select from orders where ${sql.join(wanted, sql` and `)} ${along} limit ${LONG_LIST}`
    return count(db, rows, search ? undefined : list)
  }
}
