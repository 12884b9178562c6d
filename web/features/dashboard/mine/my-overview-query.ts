import type { MyOverview, OverviewDays } from '@freehub/contract/dashboard/overview'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callForResponse } from '../../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-list.ts'
import { clockAheadMs } from '../../orders/order/time-left.ts'

/** Ones own orders at a glance, and by how much the shop's clock is ahead of this machine's. */
export const myOverview = (days: OverviewDays) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'overview', 'mine', days],
    queryFn: async ({ signal }) => {
      const response = await callForResponse('GET', `/api/my-overview?days=${days}`, { signal })
      const overview = (await response.json()) as MyOverview
      return { overview, aheadMs: clockAheadMs(response.headers.get('Date'), Date.now()) }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
