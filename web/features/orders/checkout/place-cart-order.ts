import type { CartOrder, PlacedCartOrder } from '@freehub/contract/cart/cart'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { isOutcomeUnknown } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useCreate } from '../../../api/use-create.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { clearDraft } from '../../../ui/forms/form-draft.ts'
import { refetchCart } from '../../cart/refetch-cart.ts'
import { refetchOrdersAndParts } from '../list/orders-queries.ts'

/** The key of the draft with note and reference. Phone and address use the draft of the purchase form. */
export const NOTE_DRAFT_KEY = 'checkout'

/** Places one order of the cart. Afterwards refetches cart, orders and parts, even on failure. */
export function usePlaceCartOrder(email: string) {
  const client = useQueryClient()
  return useCreate({
    send: (order: CartOrder, headers) =>
      call<PlacedCartOrder>('POST', '/api/orders', { body: order, headers }),
    sendsOnce: true,
    onSuccess: ({ orderNumber }) => {
      clearDraft(email, NOTE_DRAFT_KEY)
      void showToast(`Order ${orderNumber} placed`)
    },
    onSettled: () => {
      refetchCart(client)
      refetchOrdersAndParts(client)
    },
  })
}

/** Maps a failed order to messages. After a lost response, the user can safely press again. */
export function toCheckoutErrors(error: Error) {
  return toFieldErrors(error, ['address', 'phone', 'reference', 'note']).map(
    ([field, message]) =>
      [
        field,
        field === 'root' && isOutcomeUnknown(error)
          ? `${message} The order won’t be placed twice.`
          : message,
      ] as const,
  )
}
