import type { Order, ReorderedOrder } from '@freehub/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { CallError, formatError } from '../../../api/call-error.ts'
import { useCreate } from '../../../api/use-create.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { saveDraft } from '../../../ui/forms/form-draft.ts'
import { refetchOrdersAndParts } from '../list/orders-queries.ts'
import { CopyToCartButton } from './copy-to-cart-button.tsx'
import { formatPriceChange, quantityDraftKey } from './place-order.ts'

interface OrderAgainButtonProps {
  order: OriginalOrder
  /** Id of the element that identifies the order. */
  describedBy: string
  small?: boolean
  onRefused: (reason: string) => void
}

/** Repeats an order. The lines of an order of several are copied to the cart. */
export function OrderAgainButton(props: OrderAgainButtonProps) {
  return props.order.lineCount > 1 ? <CopyToCartButton {...props} /> : <ReorderButton {...props} />
}

function ReorderButton({ order, describedBy, small, onRefused }: OrderAgainButtonProps) {
  const { mutate: reorder, isPending, isSuccess } = useReorder(onRefused)
  // Stays busy until the new order's page has loaded, so that a second click places no second order.
  const isBusy = isPending || isSuccess
  return (
    <Button
      small={small}
      aria-busy={isBusy}
      aria-describedby={describedBy}
      onClick={() => reorder(order)}
    >
      {isBusy ? 'Ordering …' : 'Order Again'}
    </Button>
  )
}

type OriginalOrder = Pick<
  Order,
  '_id' | 'orderNumber' | 'lineCount' | 'email' | 'productId' | 'quantity' | 'totalPrice'
>

/** Refusals that another quantity may avoid. The customer can change it on the purchase form. */
const QUANTITY_REFUSALS = new Set([
  'quantity_below_minimum',
  'quantity_not_multiple',
  'quantity_not_multiple',
  'quantity_above_available',
  'total_out_of_range',
  'unpaid_value_too_high',
  'stock_share_too_high',
])

/** Repeats an order and opens the new one. If another quantity is needed, opens the purchase form. */
function useReorder(onRefused: (reason: string) => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isSamePage = () => window.location.pathname === pathname

  return useCreate({
    send: ({ _id }: OriginalOrder, headers) =>
      call<ReorderedOrder>('POST', `/api/orders/${encodeURIComponent(_id)}/reorder`, { headers }),
    getPayload: ({ _id }) => ({ _id }),
    untilFailure: true,
    onSuccess: ({ result, totalPrice }, original) => {
      void showToast(formatReorderToast(original.totalPrice, totalPrice))
      if (isSamePage()) void navigate(paths.order(result.insertedId))
    },
    onError: (error, { email, productId, quantity }) => {
      const reason = `The order was not placed again. ${formatError(error)}`
      if (!isQuantityRefusal(error) || !isSamePage()) return onRefused(reason)
      saveDraft(email, quantityDraftKey(productId), { quantity: String(quantity) })
      void navigate(paths.purchase(productId), { state: { notReordered: reason } })
    },
    onSettled: () => refetchOrdersAndParts(client),
  })
}

function isQuantityRefusal(error: Error): boolean {
  return error instanceof CallError && QUANTITY_REFUSALS.has(error.problem.code)
}

export function formatReorderToast(oldTotal: number, newTotal: number): string {
  const success = 'Product Booking Successful'
  return oldTotal === newTotal ? success : `${success}. ${formatPriceChange(oldTotal, newTotal)}`
}
