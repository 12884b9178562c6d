import type { Order } from '@freehub/contract/orders/orders'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { readCursorPage, updateRowOnPages } from '../../../api/cursor-page.ts'
import { buildListQuery, readPage } from '../../../api/list-pages.ts'
import { type OrderFilters, toFirstPage } from '../list/order-filters.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'

const PAGES_QUERY_KEY = [...ORDERS_QUERY_KEY, 'pages']

/** One page of the orders of all customers. */
export const allOrdersQuery = (filters: OrderFilters) =>
  queryOptions({
    queryKey: [...PAGES_QUERY_KEY, filters],
    queryFn: ({ signal }) =>
      readCursorPage<Order>(`/allOrders?${buildListQuery({ ...filters })}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The number of matching orders, capped by the server. Fetches a single row. */
export const ordersCountQuery = (filters: OrderFilters) => {
  const countFilters = { ...toFirstPage(filters), sort: '' }
  return queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'count', countFilters],
    queryFn: async ({ signal }) => {
      const page = await readPage(
        `/allOrders?${buildListQuery({ ...countFilters, size: '1' })}`,
        signal,
      )
      return page.total ?? null
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Updates an order on all cached pages. */
export function updateCachedOrder(client: QueryClient, id: string, change: Partial<Order>): void {
  updateRowOnPages<Order>(client, PAGES_QUERY_KEY, id, change)
}
