import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { sentenceOf } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'

/** Extends the reservation of one's own order. Whatever is answered, the orders are read anew. */
export function useExtendReservation(said: {
  onDone: () => void
  onRefused: (why: string) => void
}) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (id: string) => call('POST', `/api/orders/${encodeURIComponent(id)}/extension`),
    networkMode: 'always',
    onSuccess: () => {
      void showToast('Reservation extended')
      said.onDone()
    },
    onError: (error) => said.onRefused(`The reservation was not extended. ${sentenceOf(error)}`),
    onSettled: () => void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY }),
  })
}
