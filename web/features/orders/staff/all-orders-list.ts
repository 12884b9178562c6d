import type { Order } from '@freehub/contract/orders/orders'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { listQuery, readPage } from '../../../api/list-pages.ts'
import { changeOnPages, readTurnedPage, type TurnedPage } from '../../../api/turned-page.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import { firstPage, type OrdersWanted } from '../list/orders-wanted.ts'

const PAGES = [...ORDERS_QUERY_KEY, 'pages']

/** One page of everybody's orders. */
export type OrdersPage = TurnedPage<Order>

/** A page of everybody's orders. */
export const allOrdersPage = (wanted: OrdersWanted) =>
  queryOptions({
    queryKey: [...PAGES, wanted],
    queryFn: ({ signal }) =>
      readTurnedPage<Order>(`/allOrders?${listQuery({ ...wanted })}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How many orders of a status match a search, as far as the shop counts, without reading them. */
export const ordersCount = (wanted: OrdersWanted) => {
  const counted = { ...firstPage(wanted), sort: '' }
  return queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'count', counted],
    queryFn: async ({ signal }) => {
      const page = await readPage(`/allOrders?${listQuery({ ...counted, size: '1' })}`, signal)
      return page.total ?? null
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Shows a changed order at once on every page that has it; the pages are then read again. */
export function showChange(client: QueryClient, id: string, change: Partial<Order>): void {
  changeOnPages<Order>(client, PAGES, id, change)
}
