import { formatDollars } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useRefundOrder } from './refund-order.ts'

interface RefundDialogProps {
  order: OrderHistory
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Asks whether a paid order is to be refunded, and refunds it. */
export function RefundDialog({ order, onClose, ...said }: RefundDialogProps) {
  const { mutate, isPending } = useRefundOrder(said)
  const refundOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Are you sure to refund the order?"
      text={`${formatDollars(order.totalPrice)} goes back to the card, the order is cancelled and its pieces go back into stock. It can't be undone.`}
      confirm="Yes, Refund"
      busy={isPending}
      onConfirm={() => refundOnce(order._id)}
      onClose={onClose}
    />
  )
}
