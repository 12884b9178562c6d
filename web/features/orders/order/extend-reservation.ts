import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'

/** Extends the reservation of the user's own order. Refetches orders after success and failure. */
export function useExtendReservation(callbacks: {
  onDone: () => void
  onRefused: (reason: string) => void
}) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (id: string) => call('POST', `/api/orders/${encodeURIComponent(id)}/extension`),
    networkMode: 'always',
    onSuccess: () => {
      void showToast('Reservation extended')
      callbacks.onDone()
    },
    onError: (error) =>
      callbacks.onRefused(`The reservation was not extended. ${formatError(error)}`),
    onSettled: () => void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY }),
  })
}
