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

/** A customer's own orders, newest first. */
export async function listMyOrders(db: Db, userId: string, page: Page): Promise<Order[]> {
  const rows = await paged(selectOrders(db), page).where('orders.user_id', '=', userId).execute()
  return rows.map(orderOf)
}

/** All orders, newest first; `search` looks in e-mail, part and transaction id. */
export async function listAllOrders(db: Db, { search, status, ...page }: Page & Filters) {
  let query = paged(selectOrders(db), page)
  if (status === 'Pending') query = query.where('paid_at', 'is', null)
  if (status === 'Paid')
    query = query.where('paid_at', 'is not', null).where('shipped_at', 'is', null)
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
  return (await query.execute()).map(orderOf)
}

function paged(query: ReturnType<typeof selectOrders>, { size, after }: Page) {
  const ordered = query.orderBy('orders.id', 'desc').limit(size)
  return after === undefined ? ordered : ordered.where('orders.id', '<', after)
}
