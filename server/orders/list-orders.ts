import type { Order, OrderStatus } from '@freehub/contract/orders'
import type { Db } from '../database/connect.ts'
import { containing } from '../database/containing.ts'
import { orderOf, selectOrders } from './order-row.ts'

interface Page {
  size: number
  after?: string | undefined
}

interface Filters {
  search?: string | undefined
  status?: OrderStatus | undefined
}

/** So many of the orders that a filter leaves, newest first, and how many it leaves in all. */
interface OrderList {
  orders: Order[]
  count: number
}

/** A customer's own orders. */
export async function listMyOrders(db: Db, userId: string, page: Page): Promise<OrderList> {
  return listOrders(page, selectOrders(db).where('orders.user_id', '=', userId))
}

/** All orders; `search` looks in e-mail, part and transaction id. */
export async function listAllOrders(
  db: Db,
  { search, status, ...page }: Page & Filters,
): Promise<OrderList> {
  let query = selectOrders(db)
  if (status === 'Pending') query = query.where('paid_at', 'is', null)
  if (status === 'Paid') {
    query = query.where('paid_at', 'is not', null).where('shipped_at', 'is', null)
  }
  if (status === 'Shipped') query = query.where('shipped_at', 'is not', null)
  if (search) {
    const pattern = containing(search)
    query = query.where((eb) =>
      eb.or([
        eb('email', 'ilike', pattern),
        eb('part_name', 'ilike', pattern),
        eb('transaction_id', 'ilike', pattern),
      ]),
    )
  }
  return listOrders(page, query)
}

async function listOrders(
  { size, after }: Page,
  query: ReturnType<typeof selectOrders>,
): Promise<OrderList> {
  const [rows, { count }] = await Promise.all([
    query
      .$if(after !== undefined, (rest) => rest.where('orders.id', '<', after as string))
      .orderBy('orders.id', 'desc')
      .limit(size)
      .execute(),
    query
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { orders: rows.map(orderOf), count }
}
