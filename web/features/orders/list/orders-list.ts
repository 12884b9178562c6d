import type { Order } from '@freehub/contract/orders/orders'
import { buildListQuery, pagedListQuery } from '../../../api/list-pages.ts'

/** Prefix of the keys of all order queries. */
export const ORDERS_QUERY_KEY = ['orders']

/** The customer's own orders, newest first. */
export const myOrdersQuery = (email: string) =>
  pagedListQuery<Order>(
    [...ORDERS_QUERY_KEY, 'mine', email],
    `/myOrders?${buildListQuery({ client: email })}`,
  )
