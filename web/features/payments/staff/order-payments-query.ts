import type { OrderPayments } from '@freehub/contract/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-list.ts'

/** An order's payments in the shop's books and at the card provider, as both are now. */
export const orderPayments = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'payments', id],
    queryFn: ({ signal }) =>
      call<OrderPayments>('GET', `/api/orders/${encodeURIComponent(id)}/payments`, { signal }),
    staleTime: 0,
    // The staff are told at once that the provider is away, and ask again themselves.
    retry: false,
  })
