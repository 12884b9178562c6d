import type { MyOverview, OverviewDays } from '@freehub/contract/dashboard/calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callForResponse } from '../../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-queries.ts'
import { readClockOffsetMs } from '../../orders/order/time-left.ts'

/** The customer's own overview, and the server's clock offset at the time of the response. */
export const myOverviewQuery = (days: OverviewDays) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'overview', 'mine', days],
    queryFn: async ({ signal }) => {
      const response = await callForResponse('GET', `/api/my-overview?days=${days}`, { signal })
      const overview = (await response.json()) as MyOverview
      return {
        overview,
        clockOffsetMs: readClockOffsetMs(response.headers.get('Date'), Date.now()),
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
