import { normalEmail } from '@freehub/contract/email'
import type { Order, OrderStatus, OrdersSort } from '@freehub/contract/orders/orders'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { isWhole, type PageWanted } from '../../../platform/http/paging.ts'
import type { CountOrders } from './count-orders.ts'
import { orderOf } from './order-row.ts'
import { isFoundBy } from './order-search.ts'
import { type OrdersWanted, ordersInOrder } from './orders-in-order.ts'

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

/** A page of the orders that a filter leaves and one more, and how many it leaves, up to 10,000. */
interface OrderList {
  orders: Order[]
  count: number
}

/** A customer's own orders, newest first. */
export async function listMyOrders(
  deps: Deps,
  userId: string,
  page: PageWanted,
): Promise<OrderList> {
  const conditions = [sql<SqlBool>`user_id = ${userId}`]
  return listOrders(deps, { list: userId, conditions, search: undefined, sort: 'newest', page })
}

/** All orders, newest first unless it is said otherwise. */
export async function listAllOrders(
  deps: Deps,
  filters: OrderFilters,
  page: PageWanted,
): Promise<OrderList> {
  return listOrders(deps, wantedOfAll(filters, page))
}

/** What these filters leave of all orders, a page of it. */
export function wantedOfAll(
  { sort = 'newest', search, status, client }: OrderFilters,
  page: PageWanted,
): OrdersWanted {
  return {
    list: [status, client].join(' '),
    conditions: [...(status ? [isOf[status]] : []), ...(client ? [isOfClient(client)] : [])],
    search: search ? isFoundBy(search) : undefined,
    sort,
    page,
  }
}

/** In the words of the indexes, so that each status has a list of its own. */
const isOf: Record<OrderStatus, Expression<SqlBool>> = {
  Pending: sql<SqlBool>`paid_at is null`,
  Paid: sql<SqlBool>`paid_at is not null and shipped_at is null`,
  Shipped: sql<SqlBool>`shipped_at is not null`,
}

const isOfClient = (email: string) =>
  sql<SqlBool>`user_id = (select id from users where email = ${normalEmail(email)})`

async function listOrders({ db, countOrders }: Deps, wanted: OrdersWanted): Promise<OrderList> {
  const rows = await ordersInOrder(db, wanted)
  const count = isWhole(rows, wanted.page) ? rows.length : await countOrders(db, wanted)
  return { orders: rows.map(orderOf), count }
}
