import type { Order } from '@freehub/contract/orders/orders'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  cursorPageQuery,
  readCursorPage,
  rowCountQuery,
  updateRowOnPages,
} from '../../../api/cursor-page.ts'
import { buildListQuery } from '../../../api/list-pages.ts'
import type { OrderFilters } from '../list/order-filters.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-queries.ts'

const PAGES_QUERY_KEY = [...ORDERS_QUERY_KEY, 'pages']

export const allOrdersQuery = (filters: OrderFilters) =>
  cursorPageQuery<Order>(PAGES_QUERY_KEY, '/allOrders', filters)

export const ordersCountQuery = (filters: OrderFilters) =>
  rowCountQuery([...ORDERS_QUERY_KEY, 'count'], '/allOrders', { ...filters, sort: '' })

/** The latest orders of a customer, and the number of all their orders. */
export const clientOrdersQuery = (email: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'client', email],
    queryFn: ({ signal }) =>
      readCursorPage<Order>(`/allOrders?${buildListQuery({ client: email, size: '5' })}`, signal),
  })

export function updateCachedOrder(client: QueryClient, id: string, change: Partial<Order>): void {
  updateRowOnPages<Order>(client, PAGES_QUERY_KEY, id, change)
}
