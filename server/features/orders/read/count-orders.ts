import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { createListCounter, LONG_LIST } from '../../../platform/database/list-counter.ts'
import { isLive, type OrderQuery } from './query-orders.ts'

export type CountOrders = (
  db: Db,
  filters: Pick<OrderQuery, 'list' | 'conditions' | 'search'>,
) => Promise<number>

/** Counts the live orders that match all conditions, up to 10,000. Caches counts of long lists. */
export function createOrderCounter(now = Date.now): CountOrders {
  const count = createListCounter(now)

  return (db, { list, conditions, search }) => {
    // The order makes PostgreSQL count along the list's index. For a search, the planner decides.
    const ordering = search ? sql`` : sql`order by id`
    const filters = [isLive, ...conditions, ...(search ? [search] : [])]
    const rows = sql`
      select from orders where ${sql.join(filters, sql` and `)} ${ordering} limit ${LONG_LIST}`
    return count(db, rows, search ? undefined : list)
  }
}
