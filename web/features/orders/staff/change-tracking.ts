import type { Tracking } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { sentenceOf } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'

/** Says who brings a shipped order. Whatever is answered, the orders are read anew. */
export function useChangeTracking(
  orderId: string,
  said: { onDone: () => void; onRefused: (why: string) => void },
) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (body: Tracking) =>
      call('PUT', `/api/orders/${encodeURIComponent(orderId)}/tracking`, { body }),
    networkMode: 'always',
    onSuccess: () => {
      void showToast('Tracking saved')
      said.onDone()
    },
    onError: (error) => said.onRefused(`The tracking was not saved. ${sentenceOf(error)}`),
    onSettled: () => void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY }),
  })
}
