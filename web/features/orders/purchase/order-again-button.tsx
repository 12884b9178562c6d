import type { CopiedLines } from '@freehub/contract/cart/cart'
import type { Order } from '@freehub/contract/orders/orders'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { sendAgainIfUnknown } from '../../../api/call-error.ts'
import { useSend } from '../../../api/use-send.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { formatFailure } from '../../../ui/dialogs/use-action.ts'
import { useNavigateIfCurrent } from '../../../ui/use-navigate-if-current.ts'
import type { CopiedLinesState } from '../../cart/copied-lines-message.tsx'
import { refetchCart } from '../../cart/refetch-cart.ts'

interface OrderAgainButtonProps {
  order: Pick<Order, '_id' | 'orderNumber'>
  /** Id of the element that identifies the order. */
  describedBy: string
  small?: boolean | undefined
  onRefused: (reason: string) => void
}

/** Copies an order to the cart and opens the cart. If the cart has more of a part, it keeps that quantity. */
export function OrderAgainButton({ order, describedBy, small, onRefused }: OrderAgainButtonProps) {
  const client = useQueryClient()
  const navigateIfCurrent = useNavigateIfCurrent()
  const { mutate: copy, isPending } = useSend({
    mutationFn: () => copyOrderToCart(client, order),
    onSuccess: (state) => navigateIfCurrent(paths.cart, { state }),
    onError: (error) => onRefused(formatFailure('The order was not copied to your cart.', error)),
  })
  return (
    <Button
      small={small}
      aria-busy={isPending}
      aria-describedby={describedBy}
      onClick={() => copy()}
    >
      {isPending ? 'Copying …' : 'Order Again'}
    </Button>
  )
}

/** Copies an order to the cart. Returns navigation state that describes the copied lines. */
export async function copyOrderToCart(
  client: QueryClient,
  { _id, orderNumber }: OrderAgainButtonProps['order'],
): Promise<CopiedLinesState> {
  const path = `/api/orders/${encodeURIComponent(_id)}/cart`
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const copied = await sendAgainIfUnknown(() => call<CopiedLines>('POST', path, { headers }))
  refetchCart(client)
  return { copiedLines: { source: `order ${orderNumber}`, ...copied } }
}
