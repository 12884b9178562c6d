import type { Overview, OverviewDays } from '@freehub/contract/dashboard/overview'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-list.ts'

/** The shop at a glance. It is read anew whenever anything is done with an order. */
export const shopOverview = (days: OverviewDays) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'overview', 'shop', days],
    queryFn: ({ signal }) => call<Overview>('GET', `/api/overview?days=${days}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
