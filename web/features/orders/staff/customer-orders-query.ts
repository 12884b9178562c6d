import type { Order } from '@freehub/contract/orders/orders'
import { firstRowsQuery } from '../../../api/lists/cursor-page.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-queries.ts'

/** Returns the query for a customer's five latest orders, also cancelled ones, with the number of all their orders. */
export const customerOrdersQuery = (email: string) =>
  firstRowsQuery<Order>([...ORDERS_QUERY_KEY, 'client', email], '/allOrders', {
    client: email,
    status: 'Any',
    size: '5',
  })
