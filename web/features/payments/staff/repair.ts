import type { Repair } from '@freehub/contract/payments/calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { refetchParts } from '../../catalog/refetch-parts.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-list.ts'

/** Compares an order with the card provider and fixes our records. Returns what was done. */
export function useRepairOrder() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (id: string) =>
      call<Repair>('POST', `/api/orders/${encodeURIComponent(id)}/repair`),
    networkMode: 'always',
    onSettled: () => {
      refetchParts(client)
      return client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
    },
  })
}
