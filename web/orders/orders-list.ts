import type { Order } from '@freehub/contract/orders'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callForResponse } from '../api/call.ts'
import { listQuery, pagedList, readPage } from '../api/list-pages.ts'
import { pageLink } from '../api/page-links.ts'
import { firstPage, type OrdersWanted } from './orders-wanted.ts'

/** Everything about orders in the cache. */
export const ORDERS_QUERY_KEY = ['orders']

const PAGES = [...ORDERS_QUERY_KEY, 'pages']

/** One page of everybody's orders, and the calls that give the pages around it. */
export interface OrdersPage {
  orders: Order[]
  next: string | undefined
  previous: string | undefined
  /** How many there are on all pages, as far as the shop counts. */
  total: number
}

/** One's own orders, newest first. */
export const myOrdersList = (email: string) =>
  pagedList<Order>(
    [...ORDERS_QUERY_KEY, 'mine', email],
    `/myOrders?${listQuery({ client: email })}`,
  )

/** A page of everybody's orders. */
export const allOrdersPage = (wanted: OrdersWanted) =>
  queryOptions({
    queryKey: [...PAGES, wanted],
    queryFn: ({ signal }) => readOrders(`/allOrders?${listQuery({ ...wanted })}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

async function readOrders(address: string, signal: AbortSignal): Promise<OrdersPage> {
  const response = await callForResponse('GET', address, { signal })
  const link = response.headers.get('Link')
  return {
    orders: (await response.json()) as Order[],
    next: pageLink(link, 'next'),
    previous: pageLink(link, 'prev'),
    total: Number(response.headers.get('X-Total-Count')),
  }
}

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
  client.setQueriesData<OrdersPage>(
    { queryKey: PAGES },
    (page) =>
      page && {
        ...page,
        orders: page.orders.map((order) => (order._id === id ? { ...order, ...change } : order)),
      },
  )
}
