import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import type { NewOrder, PlacedOrder } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallError, isLost } from '../../../api/call-error.ts'
import { onceKeys } from '../../../api/once-keys.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { readPartsAnew } from '../../catalog/read-parts-anew.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'
import { tellChangedPrice } from './changed-price.ts'
import { dropDraftQuantity } from './order-draft.ts'

/** An order to be placed, and its total in dollars as the form shows it. */
interface Placing {
  order: NewOrder
  shown: number
}

/** Places an order, once however often it is sent. Whatever is answered, the numbers are read anew. */
export function usePlaceOrder(email: string) {
  const client = useQueryClient()
  const [keys] = useState(() => onceKeys())

  return useMutation({
    mutationFn: ({ order }: Placing) =>
      call<PlacedOrder>('POST', '/booking', {
        body: order,
        headers: { 'Idempotency-Key': keys.keyFor(order) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isLost(error),
    onSuccess: ({ result }, { order, shown }) => {
      keys.renew()
      dropDraftQuantity(email, order.productId)
      void showToast('Product Booking Successful')
      void tellChangedPrice(result.insertedId, shown)
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem.code === 'key_reused') keys.renew()
    },
    onSettled: () => {
      // The part on the screen is exact at once, the lists a little later.
      void client.invalidateQueries({ queryKey: [PARTS_QUERY_KEY] })
      readPartsAnew(client)
    },
  })
}
