import type { OrderPayments } from '@freehub/contract/payments/calls'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-list.ts'

/** The payments of an order, in our records and at the card provider. */
export const orderPaymentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'payments', id],
    queryFn: ({ signal }) =>
      call<OrderPayments>('GET', `/api/orders/${encodeURIComponent(id)}/payments`, { signal }),
    staleTime: 0,
    // Staff see an outage of the provider immediately and retry themselves.
    retry: false,
  })
