import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { sentenceOf } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import { showChange } from './all-orders-list.ts'

interface Shipped {
  id: string
  carrier: string
  trackingNumber: string
}

/** Ships a paid order. Whatever is answered, the orders are read anew. */
export function useShipOrder(said: { onShipped: () => void; onRefused: (why: string) => void }) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ id, ...body }: Shipped) =>
      call<{ modifiedCount: number }>('PATCH', `/shipped/${encodeURIComponent(id)}`, { body }),
    networkMode: 'always',
    onSuccess: ({ modifiedCount }, { id }) => {
      if (modifiedCount === 0) return said.onRefused('This order had been shipped before.')
      said.onShipped()
      showChange(client, id, { status: 'Shipped' })
      void showToast('Status Changed successfully')
    },
    onError: (error) => said.onRefused(`The order was not shipped. ${sentenceOf(error)}`),
    onSettled: () => void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY }),
  })
}
