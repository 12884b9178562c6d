import type { OrderHistory } from '@freehub/contract/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { callForResponse } from '../../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import { clockAheadMs } from './time-left.ts'

/** An order with its history as it is now, and by how much the shop's clock is ahead of this machine's. */
export const orderHistory = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'history', id],
    queryFn: async ({ signal }) => {
      const path = `/api/orders/${encodeURIComponent(id)}`
      const response = await callForResponse('GET', path, { signal })
      const order = (await response.json()) as OrderHistory
      return { order, aheadMs: clockAheadMs(response.headers.get('Date'), Date.now()) }
    },
    staleTime: 0,
  })
