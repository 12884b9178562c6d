import type { Order } from '@freehub/contract/orders'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { callForResponse } from '../api/call.ts'
import { nextPage } from '../api/next-page.ts'
import type { OrdersWanted } from './orders-wanted.ts'

/** Everything about orders in the cache. */
export const ORDERS_QUERY_KEY = ['orders']

const LISTS = [...ORDERS_QUERY_KEY, 'lists']
const ORDERS_AT_ONCE = 50

export interface OrdersPage {
  orders: Order[]
  /** Address of the next page, or nothing at the end. */
  next: string | undefined
  /** How many there are on all pages, when the shop says so. */
  total: number | undefined
}

/** One's own orders, newest first. */
export const myOrdersList = (email: string) =>
  ordersFrom([...LISTS, 'mine', email], `/myOrders?${query({ client: email })}`)

/** Everybody's orders of a status that match a search, newest first. */
export const allOrdersList = (wanted: OrdersWanted) => ({
  ...ordersFrom([...LISTS, 'all', wanted], `/allOrders?${query({ ...wanted })}`),
  placeholderData: keepPreviousData,
})

/** How many orders of a status match a search, without reading them. */
export const ordersCount = (wanted: OrdersWanted) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'count', wanted],
    queryFn: async ({ signal }) => {
      const page = await readPage(`/allOrders?${query({ ...wanted, size: '1' })}`, signal)
      return page.total ?? null
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Shows a changed order at once in every list that has it; the lists are then read again. */
export function showChange(client: QueryClient, id: string, change: Partial<Order>): void {
  client.setQueriesData<{ pages: OrdersPage[] }>(
    { queryKey: LISTS },
    (list) => list && { ...list, pages: list.pages.map(changed) },
  )

  function changed(page: OrdersPage): OrdersPage {
    const orders = page.orders.map((order) => (order._id === id ? { ...order, ...change } : order))
    return { ...page, orders }
  }
}

function ordersFrom(queryKey: unknown[], firstPage: string) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: (page: OrdersPage) => page.next,
    staleTime: 0,
  })
}

async function readPage(address: string, signal: AbortSignal): Promise<OrdersPage> {
  const response = await callForResponse('GET', address, { signal })
  const total = response.headers.get('X-Total-Count')
  return {
    orders: (await response.json()) as Order[],
    next: nextPage(response.headers.get('Link')),
    total: total === null ? undefined : Number(total),
  }
}

function query(wanted: Record<string, string>): URLSearchParams {
  const said = Object.entries({ size: String(ORDERS_AT_ONCE), ...wanted })
  return new URLSearchParams(said.filter(([, value]) => value !== ''))
}
