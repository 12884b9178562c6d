import type { Order } from '@freehub/contract/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { readCursorPage } from '../../../api/cursor-page.ts'
import { buildListQuery } from '../../../api/list-pages.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-queries.ts'

/** Returns the query for a customer's five latest orders, with the number of all their orders. */
export const clientOrdersQuery = (email: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'client', email],
    queryFn: ({ signal }) =>
      readCursorPage<Order>(`/allOrders?${buildListQuery({ client: email, size: '5' })}`, signal),
  })
