import type { Order } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { sentenceOf } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { readPartsAnew } from '../../catalog/read-parts-anew.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'

/** Cancels an unpaid order. Whatever is answered, orders and stock are read anew. */
export function useCancelOrder(said: { onDone: () => void; onRefused: (why: string) => void }) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ _id, email }: Pick<Order, '_id' | 'email'>) =>
      call<{ deletedCount: number }>(
        'DELETE',
        `/booking/${encodeURIComponent(_id)}?client=${encodeURIComponent(email)}`,
      ),
    networkMode: 'always',
    onSuccess: ({ deletedCount }) => {
      if (deletedCount === 0) return said.onRefused('This order had been cancelled before.')
      void showToast('Order canceled successfully')
      said.onDone()
    },
    onError: (error) => said.onRefused(`The order was not cancelled. ${sentenceOf(error)}`),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      readPartsAnew(client)
    },
  })
}
