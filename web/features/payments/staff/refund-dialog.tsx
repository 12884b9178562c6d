import { formatDollars } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useRefundOrder } from './refund-order.ts'

interface RefundDialogProps {
  order: OrderHistory
  onDone: () => void
  onRefused: (reason: string) => void
  onClose: () => void
}

export function RefundDialog({ order, onClose, ...callbacks }: RefundDialogProps) {
  const { mutate, isPending } = useRefundOrder(callbacks)
  const refundOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Refund this order?"
      text={`${formatDollars(order.totalPrice)} will be refunded to the card. The order is cancelled and its items return to stock. This can't be undone.`}
      confirmLabel="Yes, Refund"
      busy={isPending}
      onConfirm={() => refundOnce(order._id)}
      onClose={onClose}
    />
  )
}
