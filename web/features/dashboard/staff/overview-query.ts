import type { Overview, OverviewDays } from '@freehub/contract/dashboard/calls'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-queries.ts'

/** The staff overview. Every change to an order refetches it, because its key has that prefix. */
export const staffOverviewQuery = (days: OverviewDays) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'overview', 'shop', days],
    queryFn: ({ signal }) => call<Overview>('GET', `/api/overview?days=${days}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
