import type { Order } from '@freehub/contract/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { listQuery } from '../../../api/list-pages.ts'
import { readTurnedPage } from '../../../api/turned-page.ts'
import { ORDERS_QUERY_KEY } from './orders-list.ts'

/** The last few orders of who has this e-mail, and how many he has. */
export const clientOrders = (email: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'client', email],
    queryFn: ({ signal }) =>
      readTurnedPage<Order>(`/allOrders?${listQuery({ client: email, size: '5' })}`, signal),
    staleTime: 0,
  })
