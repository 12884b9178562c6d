import { normalizeEmail } from '@freehub/contract/email'
import type { ListedOrder, Order, OrdersSort, StageFilter } from '@freehub/contract/orders/orders'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { inPeriod, type Period } from '../../../platform/database/in-period.ts'
import { createListCounter, LONG_LIST_ROWS } from '../../../platform/database/list-counter.ts'
import { isCompleteList, type ListPage, type PageQuery } from '../../../platform/http/pagination.ts'
import { type OrderQuery, readOrdersPage } from './query-orders.ts'
import { createOrderSearch } from './search-orders.ts'
import { toOrder } from './select-orders.ts'

export interface OrderFilters extends Period {
  sort?: OrdersSort | undefined
  search?: string | undefined
  status?: StageFilter | undefined
  client?: string | undefined
  /** The id of a part. */
  part?: string | undefined
}

interface Deps {
  db: Db
  countOrders: CountOrders
}

/** Lists orders of a user, or of all users, with their notes. */
export async function listOrders(
  { db, countOrders }: Deps,
  filters: OrderFilters,
  page: PageQuery,
  userId?: string,
): Promise<ListPage<Order & Pick<ListedOrder, 'note' | 'isShippable'>>> {
  const query = buildOrderQuery(filters, page, userId)
  const rows = await readOrdersPage(db, query)
  const count = isCompleteList(rows, page) ? rows.length : await countOrders(db, query)
  return {
    rows: rows.map((row) => ({ ...toOrder(row), note: row.note, isShippable: row.isShippable })),
    count,
  }
}

/** Builds the query for a list of orders. With `userId`, lists only orders of this user and ignores `client`. */
export function buildOrderQuery(
  { sort = 'newest', search, status = 'Active', client, part, from, until }: OrderFilters,
  page: PageQuery,
  userId?: string,
): OrderQuery {
  const userCondition = userId ? sql<SqlBool>`user_id = ${userId}` : client && isOfClient(client)
  return {
    list: [status, client, userId, part, from, until].join(' '),
    conditions: [
      stageConditions[status],
      ...(userCondition ? [userCondition] : []),
      ...(part ? [hasLineOf(part)] : []),
      ...inPeriod({ from, until }, { time: 'placed_at' }),
    ],
    search: search ? createOrderSearch(search, userCondition || undefined) : undefined,
    sort,
    page,
  }
}

/** Each condition except `Any` and `Active` equals the predicate of a partial index, which serves the lists. */
export const stageConditions: Record<StageFilter, Expression<SqlBool>> = {
  Any: sql<SqlBool>`true`,
  Active: sql<SqlBool>`cancelled_at is null`,
  Pending: sql<SqlBool>`paid_at is null and cancelled_at is null`,
  Paid: sql<SqlBool>`paid_at is not null and shipped_at is null and cancelled_at is null`,
  Shipped: sql<SqlBool>`shipped_at is not null and cancelled_at is null`,
  Cancelled: sql<SqlBool>`cancelled_at is not null and refunded_at is null`,
  Refunded: sql<SqlBool>`refunded_at is not null`,
}

const isOfClient = (email: string) =>
  sql<SqlBool>`user_id = (select id from users where email = ${normalizeEmail(email)})`

const hasLineOf = (partId: string) => sql<SqlBool>`id in (
  select order_id from order_lines where part_id = ${partId} and cancelled_quantity < quantity)`

type CountOrders = (
  db: Db,
  filters: Pick<OrderQuery, 'list' | 'conditions' | 'search'>,
) => Promise<number>

/** Creates a function that counts the orders of a list, up to 10,000. Caches counts of long lists. */
export function createOrderCounter(now = Date.now): CountOrders {
  const count = createListCounter(now)

  return (db, { list, conditions, search }) => {
    // This sort order makes PostgreSQL count with the index of the list. For a search, the planner decides.
    const ordering = search ? sql`` : sql`order by id`
    const filters = [...conditions, ...(search ? [search.byIndex] : [])]
    const rows = sql`
      select from orders where ${sql.join(filters, sql` and `)} ${ordering} limit ${LONG_LIST_ROWS}`
    return count(db, rows, search ? undefined : list)
  }
}
