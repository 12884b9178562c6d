import type { OrderHistory } from '@freehub/contract/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { callForResponse } from '../../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import { readClockOffsetMs } from './time-left.ts'

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
    staleTime: 0,
  })
