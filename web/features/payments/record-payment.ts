import type { Order } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { mayPass } from '../../api/query-client.ts'
import { ORDERS_QUERY_KEY } from '../orders/list/orders-list.ts'

const RETRIES = 3

/**
 * Tells the shop to look at a payment, and then looks at the order itself. Should the shop not hear
 * of it, it finds out by itself, within ten minutes at the latest.
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
    retry: (failures, error) => failures < RETRIES && mayPass(error),
    onSettled: () => client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY }),
  })
}
