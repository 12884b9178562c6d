import type { Order } from '@freehub/contract/orders/orders'
import { listQuery, pagedList } from '../../../api/list-pages.ts'

/** Everything about orders in the cache. */
export const ORDERS_QUERY_KEY = ['orders']

/** One's own orders, newest first. */
export const myOrdersList = (email: string) =>
  pagedList<Order>(
    [...ORDERS_QUERY_KEY, 'mine', email],
    `/myOrders?${listQuery({ client: email })}`,
  )
