import type {
  ListedOrder,
  Order,
  OrderHistory,
  OrderOutcome,
} from '@freehub/contract/orders/orders'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call, callWithHeaders } from '../../../api/call.ts'
import { cursorPageQuery, rowCountQuery, updateRowOnPages } from '../../../api/lists/cursor-page.ts'
import { refetchInAllTabs } from '../../../api/other-tabs.ts'
import { refetchParts } from '../../catalog/refetch-parts.ts'
import { readClockOffsetMs } from '../order/time-left.ts'
import { type OrderFilters, toOrderQuery } from './order-filters.ts'

/** Prefix of the keys of all order queries. */
export const ORDERS_QUERY_KEY = ['orders']

export interface OrdersCall {
  path: '/allOrders' | '/myOrders'
  /** Limits the list to orders of this customer. */
  customerEmail?: string
}

const LIST_QUERY_KEY = [...ORDERS_QUERY_KEY, 'list']

const toParameters = ({ customerEmail }: OrdersCall, filters: OrderFilters) => ({
  ...toOrderQuery(filters),
  client: customerEmail ?? filters.client,
})

export const ordersPageQuery = <Row extends Order = Order>(
  call: OrdersCall,
  filters: OrderFilters,
) => cursorPageQuery<Row>([...LIST_QUERY_KEY, call.path], call.path, toParameters(call, filters))

export const ordersCountQuery = (call: OrdersCall, filters: OrderFilters) =>
  rowCountQuery([...ORDERS_QUERY_KEY, 'count', call.path], call.path, {
    ...toParameters(call, filters),
    sort: '',
  })

/** Returns the outcomes of the shipped, cancelled and refunded orders, by id. */
export function useOrderOutcomes(orders: Order[]): Map<string, OrderOutcome> {
  const ids = orders
    .filter(({ stage }) => stage !== 'Pending' && stage !== 'Paid')
    .map(({ _id }) => _id)
    .join(',')
  const { data } = useQuery({
    queryKey: [...ORDERS_QUERY_KEY, 'outcomes', ids],
    queryFn: ({ signal }) =>
      call<OrderOutcome[]>('GET', `/api/orders/outcomes?ids=${ids}`, { signal }),
    enabled: ids !== '',
    placeholderData: keepPreviousData,
  })
  return new Map(data?.map((outcome) => [outcome._id, outcome]))
}

/** Changes an order in the cached lists until they are refetched. */
export const updateListedOrder = (client: QueryClient, id: string, change: Partial<ListedOrder>) =>
  updateRowOnPages<ListedOrder>(client, LIST_QUERY_KEY, id, change)

/** Returns the query for an order with its history. Its data include the offset of the server's clock. */
export const orderHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'history', id],
    queryFn: async ({ signal }) => {
      const path = `/api/orders/${encodeURIComponent(id)}`
      const { body: order, headers } = await callWithHeaders<OrderHistory>('GET', path, { signal })
      return { order, clockOffsetMs: readClockOffsetMs(headers.get('Date'), Date.now()) }
    },
  })

/** Refetches all orders after a change, in all tabs. */
export const refetchOrders = (client: QueryClient) => refetchInAllTabs(client, ORDERS_QUERY_KEY)

/** Refetches all orders, and the stock that they reserve. */
export function refetchOrdersAndParts(client: QueryClient): void {
  refetchOrders(client)
  refetchParts(client)
}
