import { formatCount } from '@freehub/contract/money'
import type { Order, OrderHistory } from '@freehub/contract/orders/orders'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callForResponse } from '../../../api/call.ts'
import {
  buildListQuery,
  formatRowCount,
  type LoadedRows,
  pagedListQuery,
} from '../../../api/list-pages.ts'
import { refetchInAllTabs } from '../../../api/other-tabs.ts'
import { refetchParts } from '../../catalog/refetch-parts.ts'
import { readClockOffsetMs } from '../order/time-left.ts'

/** Prefix of the keys of all order queries. */
export const ORDERS_QUERY_KEY = ['orders']

/** The customer's own orders, newest first. */
export const myOrdersQuery = (email: string) =>
  pagedListQuery<Order>(
    [...ORDERS_QUERY_KEY, 'mine', email],
    `/myOrders?${buildListQuery({ client: email })}`,
  )

/** An order with its history, and the server's clock offset at the time of the response. */
export const orderHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'history', id],
    queryFn: async ({ signal }) => {
      const path = `/api/orders/${encodeURIComponent(id)}`
      const response = await callForResponse('GET', path, { signal })
      const order = (await response.json()) as OrderHistory
      return { order, clockOffsetMs: readClockOffsetMs(response.headers.get('Date'), Date.now()) }
    },
  })

/** Refetches all orders after a change, in all tabs. */
export const refetchOrders = (client: QueryClient) => refetchInAllTabs(client, ORDERS_QUERY_KEY)

/** Also refetches the stock, which the orders reserve. */
export function refetchOrdersAndParts(client: QueryClient): void {
  refetchOrders(client)
  refetchParts(client)
}

/** Formats the number of orders, and of unpaid ones if all orders are loaded: `3 orders, 1 to pay`. */
export function formatOrderCount(loaded: LoadedRows<Order>): string {
  const count = formatRowCount(loaded, 'order', 'orders')
  const unpaidCount = loaded.rows.filter((order) => !order.paid).length
  const isComplete = loaded.total === loaded.rows.length
  return isComplete && unpaidCount > 0 ? `${count}, ${formatCount(unpaidCount)} to pay` : count
}
