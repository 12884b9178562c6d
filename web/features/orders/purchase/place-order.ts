import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import type { NewOrder, PlacedOrder } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallError, isOutcomeUnknown } from '../../../api/call-error.ts'
import { createIdempotencyKeys } from '../../../api/idempotency-keys.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { refetchParts } from '../../catalog/refetch-parts.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import { clearQuantityDraft } from './order-draft.ts'
import { notifyPriceChange } from './price-change.ts'

interface OrderPlacement {
  order: NewOrder
  /** Total in dollars as the form shows it. */
  shownTotal: number
}

/** Places an order. Retries are idempotent. Refetches parts after success and failure. */
export function usePlaceOrder(email: string) {
  const client = useQueryClient()
  const [keys] = useState(() => createIdempotencyKeys())

  return useMutation({
    mutationFn: ({ order }: OrderPlacement) =>
      call<PlacedOrder>('POST', '/booking', {
        body: order,
        headers: { 'Idempotency-Key': keys.getKey(order) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isOutcomeUnknown(error),
    onSuccess: ({ result }, { order, shownTotal }) => {
      keys.reset()
      clearQuantityDraft(email, order.productId)
      void showToast('Product Booking Successful')
      void notifyPriceChange(result.insertedId, shownTotal)
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem.code === 'key_reused') keys.reset()
    },
    onSettled: () => {
      // Refetches the visible part immediately, the lists a little later.
      void client.invalidateQueries({ queryKey: [PARTS_QUERY_KEY] })
      refetchParts(client)
    },
  })
}
