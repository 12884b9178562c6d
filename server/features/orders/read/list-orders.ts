import { normalizeEmail } from '@freehub/contract/email'
import type { Order, OrderStatus, OrdersSort } from '@freehub/contract/orders/orders'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { isCompleteList, type PageQuery } from '../../../platform/http/pagination.ts'
import type { CountOrders } from './count-orders.ts'
import { toOrder } from './order-row.ts'
import { searchCondition } from './order-search.ts'
import { type OrderQuery, readOrdersPage } from './query-orders.ts'

export interface OrderFilters {
  sort?: OrdersSort | undefined
  search?: string | undefined
  status?: OrderStatus | undefined
  /** An e-mail. */
  client?: string | undefined
}

interface Deps {
  db: Db
  countOrders: CountOrders
}

/** One page of the matching orders plus one more, and their number, counted up to 10,000. */
interface OrderList {
  orders: Order[]
  count: number
}

/** Lists a customer's own orders, newest first. */
export async function listMyOrders(
  deps: Deps,
  userId: string,
  page: PageQuery,
): Promise<OrderList> {
  const conditions = [sql<SqlBool>`user_id = ${userId}`]
  return listOrders(deps, { list: userId, conditions, search: undefined, sort: 'newest', page })
}

/** Lists all orders, newest first by default. */
export async function listAllOrders(
  deps: Deps,
  filters: OrderFilters,
  page: PageQuery,
): Promise<OrderList> {
  return listOrders(deps, buildOrderQuery(filters, page))
}

export function buildOrderQuery(
  { sort = 'newest', search, status, client }: OrderFilters,
  page: PageQuery,
): OrderQuery {
  return {
    list: [status, client].join(' '),
    conditions: [
      ...(status ? [statusConditions[status]] : []),
      ...(client ? [clientCondition(client)] : []),
    ],
    search: search ? searchCondition(search) : undefined,
    sort,
    page,
  }
}

/** Match the predicates of the partial indexes, so that each status has its own. */
const statusConditions: Record<OrderStatus, Expression<SqlBool>> = {
  Pending: sql<SqlBool>`paid_at is null`,
  Paid: sql<SqlBool>`paid_at is not null and shipped_at is null`,
  Shipped: sql<SqlBool>`shipped_at is not null`,
}

const clientCondition = (email: string) =>
  sql<SqlBool>`user_id = (select id from users where email = ${normalizeEmail(email)})`

async function listOrders({ db, countOrders }: Deps, query: OrderQuery): Promise<OrderList> {
  const rows = await readOrdersPage(db, query)
  const count = isCompleteList(rows, query.page) ? rows.length : await countOrders(db, query)
  return { orders: rows.map(toOrder), count }
}
