import type { Order } from '@freehub/contract/orders/orders'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { getQuery } from '../../api/get-query.ts'
import { isRetryable } from '../../api/query-client.ts'
import { ORDERS_QUERY_KEY, refetchOrders } from '../orders/list/orders-queries.ts'

/** The data of an order that a payment needs. */
export type OrderToPay = Pick<Order, '_id' | 'name' | 'email' | 'phone' | 'totalPrice'>

export const orderToPayQuery = (id: string) =>
  getQuery<Order>([...ORDERS_QUERY_KEY, 'one', id], `/booking/${encodeURIComponent(id)}`)

/**
 * Returns the query of the client secret for an order. Refetching is safe, because an order has
 * only one open intent. If the total changes, the order needs another intent. The secret is not
 * cached after the user leaves the screen. Null while a payment is being processed, with a poll every 5 to 60 seconds.
 */
export const paymentSecretQuery = ({ _id, totalPrice }: OrderToPay) =>
  queryOptions({
    queryKey: ['payments', 'secret', _id, totalPrice],
    queryFn: async ({ signal }) => {
      const body = { totalPrice, bookingId: _id }
      const path = '/create-payment-intent'
      try {
        return (await call<{ clientSecret: string }>('POST', path, { body, signal })).clientSecret
      } catch (error) {
        if (error instanceof CallError && error.problem.code === 'payment_processing') return null
        throw error
      }
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data === null && Math.min(dataUpdateCount * POLL_MS, MAX_POLL_MS),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const POLL_MS = 5_000
const MAX_POLL_MS = 60_000

const MAX_RETRIES = 3

/** Reports a payment. If the report is lost, the server finds the payment within ten minutes. */
export function useRecordPayment() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ order, transactionId }: { order: OrderToPay; transactionId: string }) => {
      const { _id, email, totalPrice } = order
      const body = { email, bookingId: _id, transactionId, totalPrice }
      return call('PATCH', `/booking/${encodeURIComponent(_id)}`, { body })
    },
    retry: (failures, error) => failures < MAX_RETRIES && isRetryable(error),
    onSettled: () => refetchOrders(client),
  })
}
