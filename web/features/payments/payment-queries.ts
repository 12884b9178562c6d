import type { Order } from '@freehub/contract/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../orders/list/orders-list.ts'

export const orderToPayQuery = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'one', id],
    queryFn: ({ signal }) => call<Order>('GET', `/booking/${encodeURIComponent(id)}`, { signal }),
    staleTime: 0,
  })

/**
 * The client secret to pay an order. Refetching is safe: an order has only one open intent. It is not
 * cached after the screen is left.
 */
export const paymentSecretQuery = ({ _id, totalPrice }: Order) =>
  queryOptions({
    queryKey: ['payments', 'secret', _id],
    queryFn: async ({ signal }) => {
      const body = { totalPrice, bookingId: _id }
      const response = await call<{ clientSecret: string }>('POST', '/create-payment-intent', {
        body,
        signal,
      })
      return response.clientSecret
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
