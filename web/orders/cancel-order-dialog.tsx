import type { Order } from '@freehub/contract/orders'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useCancelOrder } from './cancel-order.ts'

interface CancelOrderDialogProps {
  order: Order
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Asks whether an order is to be cancelled, and cancels it. */
export function CancelOrderDialog({ order, onClose, ...said }: CancelOrderDialogProps) {
  const { mutate, isPending } = useCancelOrder(said)
  return (
    <ConfirmDialog
      title="Are you sure to cancel the order.?"
      text="Once you cancel the order, it can't be undone."
      confirm="Yes, Cancel"
      busy={isPending}
      onConfirm={() => mutate(order)}
      onClose={onClose}
    />
  )
}
