import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import { updateCachedOrder } from './all-orders-list.ts'

interface Shipment {
  id: string
  carrier: string
  trackingNumber: string
}

/** Ships a paid order. Refetches orders after success and failure. */
export function useShipOrder(callbacks: {
  onShipped: () => void
  onRefused: (reason: string) => void
}) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ id, ...body }: Shipment) =>
      call<{ modifiedCount: number }>('PATCH', `/shipped/${encodeURIComponent(id)}`, { body }),
    networkMode: 'always',
    onSuccess: ({ modifiedCount }, { id }) => {
      if (modifiedCount === 0) return callbacks.onRefused('This order was already shipped.')
      callbacks.onShipped()
      updateCachedOrder(client, id, { status: 'Shipped' })
      void showToast('Status Changed successfully')
    },
    onError: (error) => callbacks.onRefused(`The order was not shipped. ${formatError(error)}`),
    onSettled: () => void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY }),
  })
}
