import type { Order } from '@freehub/contract/orders/orders'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useCancelOrder } from './cancel-order.ts'

interface CancelOrderDialogProps {
  order: Pick<Order, '_id' | 'email'>
  onDone: () => void
  onRefused: (reason: string) => void
  onClose: () => void
}

export function CancelOrderDialog({ order, onClose, ...callbacks }: CancelOrderDialogProps) {
  const { mutate, isPending } = useCancelOrder(callbacks)
  const cancelOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Are you sure to cancel the order.?"
      text="Once you cancel the order, it can't be undone."
      confirmLabel="Yes, Cancel"
      busy={isPending}
      onConfirm={() => cancelOnce(order)}
      onClose={onClose}
    />
  )
}
