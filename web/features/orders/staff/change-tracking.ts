import type { Tracking } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'

/** Saves the tracking data of a shipped order. Refetches orders after success and failure. */
export function useChangeTracking(
  orderId: string,
  callbacks: { onDone: () => void; onRefused: (reason: string) => void },
) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (body: Tracking) =>
      call('PUT', `/api/orders/${encodeURIComponent(orderId)}/tracking`, { body }),
    networkMode: 'always',
    onSuccess: () => {
      void showToast('Tracking saved')
      callbacks.onDone()
    },
    onError: (error) =>
      callbacks.onRefused(`The tracking details were not saved. ${formatError(error)}`),
    onSettled: () => void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY }),
  })
}
