import type { Order } from '@freehub/contract/orders'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { changeRow, listQuery, pagedList, readPage } from '../api/list-pages.ts'
import type { OrdersWanted } from './orders-wanted.ts'

/** Everything about orders in the cache. */
export const ORDERS_QUERY_KEY = ['orders']

const LISTS = [...ORDERS_QUERY_KEY, 'lists']

/** One's own orders, newest first. */
export const myOrdersList = (email: string) =>
  pagedList<Order>([...LISTS, 'mine', email], `/myOrders?${listQuery({ client: email })}`)

/** Everybody's orders of a status that match a search, newest first. */
export const allOrdersList = (wanted: OrdersWanted) => ({
  ...pagedList<Order>([...LISTS, 'all', wanted], `/allOrders?${listQuery({ ...wanted })}`),
  placeholderData: keepPreviousData,
})

/** How many orders of a status match a search, without reading them. */
export const ordersCount = (wanted: OrdersWanted) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'count', wanted],
    queryFn: async ({ signal }) => {
      const page = await readPage(`/allOrders?${listQuery({ ...wanted, size: '1' })}`, signal)
      return page.total ?? null
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Shows a changed order at once in every list that has it; the lists are then read again. */
export function showChange(client: QueryClient, id: string, change: Partial<Order>): void {
  changeRow<Order>(client, LISTS, id, change)
}
