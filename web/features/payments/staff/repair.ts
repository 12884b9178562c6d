import type { Repair } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { readPartsAnew } from '../../catalog/read-parts-anew.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-list.ts'

/** Has the shop ask the card provider about an order and set its books right; gives what was done. */
export function useRepair() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (id: string) =>
      call<Repair>('POST', `/api/orders/${encodeURIComponent(id)}/repair`),
    networkMode: 'always',
    onSettled: () => {
      readPartsAnew(client)
      return client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
    },
  })
}
