import type { Order } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { refetchParts } from '../../catalog/refetch-parts.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'

/** Cancels an unpaid order. Refetches orders and stock after success and failure. */
export function useCancelOrder(callbacks: {
  onDone: () => void
  onRefused: (reason: string) => void
}) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ _id, email }: Pick<Order, '_id' | 'email'>) =>
      call<{ deletedCount: number }>(
        'DELETE',
        `/booking/${encodeURIComponent(_id)}?client=${encodeURIComponent(email)}`,
      ),
    networkMode: 'always',
    onSuccess: ({ deletedCount }) => {
      if (deletedCount === 0) return callbacks.onRefused('This order was already cancelled.')
      void showToast('Order canceled successfully')
      callbacks.onDone()
    },
    onError: (error) => callbacks.onRefused(`The order was not cancelled. ${formatError(error)}`),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      refetchParts(client)
    },
  })
}
