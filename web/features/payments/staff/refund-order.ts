import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { CallError, sentenceOf } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { readPartsAnew } from '../../catalog/read-parts-anew.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-list.ts'

/** Refunds a paid order. Whatever is answered, orders and stock are read anew. */
export function useRefundOrder(said: { onDone: () => void; onRefused: (why: string) => void }) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (id: string) =>
      call<{ modifiedCount: number }>('POST', `/api/orders/${encodeURIComponent(id)}/refund`),
    networkMode: 'always',
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount === 0) return said.onRefused('This order had been refunded before.')
      void showToast('Order refunded successfully')
      said.onDone()
    },
    onError: (error) => said.onRefused(refusalOf(error)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      readPartsAnew(client)
    },
  })
}

/** A refund that has begun is finished by the shop itself: nobody may say it was not done. */
function refusalOf(error: Error): string {
  const begun = error instanceof CallError && error.problem.code === 'refund_unfinished'
  return begun ? sentenceOf(error) : `The order was not refunded. ${sentenceOf(error)}`
}
