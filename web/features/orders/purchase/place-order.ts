import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import type { NewOrder, PlacedOrder } from '@freehub/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useCreate } from '../../../api/use-create.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { clearDraft, createKeyStorage, readDraft } from '../../../ui/forms/form-draft.ts'
import { refetchOrdersAndParts } from '../list/orders-queries.ts'

/** Places an order for a part. Afterwards refetches orders and parts, even on failure. */
export function usePlaceOrder(email: string, partId: string) {
  const client = useQueryClient()
  return useCreate({
    send: (order: NewOrder, headers) =>
      call<PlacedOrder>('POST', '/booking', { body: order, headers }),
    // The idempotency key does not depend on the total, because the price may change before a repeated request.
    getPayload: ({ totalCents: _, ...order }) => order,
    keyStorage: createKeyStorage(email, quantityDraftKey(partId)),
    sendsOnce: true,
    onSuccess: () => {
      // The drafts of phone and address stay for the next order.
      clearDraft(email, quantityDraftKey(partId))
      void showToast('Product Booking Successful')
    },
    onSettled: () => {
      // Refetch the visible part immediately, and the lists a little later.
      void client.invalidateQueries({ queryKey: [PARTS_QUERY_KEY] })
      refetchOrdersAndParts(client)
    },
  })
}

export interface OrderFormValues {
  quantity: string
  phone: string
  address: string
  reference: string
}

/** The key of the draft of phone and address, for all parts. Each part has its own draft of quantity and reference. */
export const CONTACT_DRAFT_KEY = 'order'
export const quantityDraftKey = (partId: string) => `order:${partId}`

/** Reads the drafts of an order: phone and address for all parts, quantity and reference for this part. */
export function readOrderDraft(
  email: string,
  partId: string,
  defaults: OrderFormValues,
): OrderFormValues {
  const { quantity, reference, ...contact } = defaults
  return {
    ...readDraft(email, CONTACT_DRAFT_KEY, contact),
    ...readDraft(email, quantityDraftKey(partId), { quantity, reference }),
  }
}
