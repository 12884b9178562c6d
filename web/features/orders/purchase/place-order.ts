import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { formatDollars } from '@freehub/contract/money'
import type { NewOrder, Order, PlacedOrder } from '@freehub/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useCreate } from '../../../api/use-create.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { refetchParts } from '../../catalog/refetch-parts.ts'
import { refetchOrders } from '../list/orders-queries.ts'

interface OrderPlacement {
  order: NewOrder
  /** The total in dollars that the form shows. */
  shownTotal: number
}

/** Places an order. Refetches parts in any case, and orders after a success. */
export function usePlaceOrder(email: string) {
  const client = useQueryClient()
  return useCreate({
    send: ({ order }: OrderPlacement, headers) =>
      call<PlacedOrder>('POST', '/booking', { body: order, headers }),
    getPayload: ({ order }) => order,
    untilFailure: true,
    onSuccess: ({ result }, { order, shownTotal }) => {
      // The drafts of phone and address stay for the next order.
      clearDraft(email, quantityDraftKey(order.productId))
      void showToast('Product Booking Successful')
      void notifyPriceChange(result.insertedId, shownTotal)
      refetchOrders(client)
    },
    onSettled: () => {
      // Refetch the visible part immediately, and the lists a little later.
      void client.invalidateQueries({ queryKey: [PARTS_QUERY_KEY] })
      refetchParts(client)
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

/**
 * Shows a toast if the total of the placed order differs from the total that the form showed.
 * Shows nothing if the order cannot be read, because the next screens show its total.
 */
async function notifyPriceChange(orderId: string, shownTotal: number): Promise<void> {
  const path = `/booking/${encodeURIComponent(orderId)}`
  const order = await call<Order>('GET', path).catch(() => undefined)
  if (order && order.totalPrice !== shownTotal) {
    void showToast(formatPriceChange(shownTotal, order.totalPrice))
  }
}

function formatPriceChange(oldTotal: number, newTotal: number): string {
  return `The price has changed: ${formatDollars(newTotal)} instead of ${formatDollars(oldTotal)}.`
}
