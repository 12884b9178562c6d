import type { Order } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { isRetryable } from '../../api/query-client.ts'
import { ORDERS_QUERY_KEY } from '../orders/list/orders-list.ts'

const RETRIES = 3

/**
 * Reports a payment to the server and refetches orders. If the report is lost, the server finds the
 * payment by itself within ten minutes.
 */
export function useRecordPayment() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ order, transactionId }: { order: Order; transactionId: string }) => {
      const { _id, email, totalPrice } = order
      const body = { email, bookingId: _id, transactionId, totalPrice }
      return call('PATCH', `/booking/${encodeURIComponent(_id)}`, { body })
    },
    networkMode: 'always',
    retry: (failures, error) => failures < RETRIES && isRetryable(error),
    onSettled: () => client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY }),
  })
}
