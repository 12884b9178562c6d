import type { Order } from '@freehub/contract/orders/orders'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useCancelOrder } from './cancel-order.ts'

interface CancelOrderDialogProps {
  order: Pick<Order, '_id' | 'email'>
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Asks whether an order is to be cancelled, and cancels it. */
export function CancelOrderDialog({ order, onClose, ...said }: CancelOrderDialogProps) {
  const { mutate, isPending } = useCancelOrder(said)
  const cancelOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Are you sure to cancel the order.?"
      text="Once you cancel the order, it can't be undone."
      confirm="Yes, Cancel"
      busy={isPending}
      onConfirm={() => cancelOnce(order)}
      onClose={onClose}
    />
  )
}
