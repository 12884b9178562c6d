import type { Order } from '@freehub/contract/orders/orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../orders/list/orders-list.ts'

/** One order as it is now. */
export const orderToPay = (id: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'one', id],
    queryFn: ({ signal }) => call<Order>('GET', `/booking/${encodeURIComponent(id)}`, { signal }),
    staleTime: 0,
  })

/**
 * The secret by which the browser pays an order. Asking again is safe: an order has one open
 * intent. It is not kept longer than the screen.
 */
export const paymentSecret = ({ _id, totalPrice }: Order) =>
  queryOptions({
    queryKey: ['payments', 'secret', _id],
    queryFn: async ({ signal }) => {
      const body = { totalPrice, bookingId: _id }
      const answer = await call<{ clientSecret: string }>('POST', '/create-payment-intent', {
        body,
        signal,
      })
      return answer.clientSecret
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
