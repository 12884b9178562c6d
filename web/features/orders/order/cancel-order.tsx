import type { Order } from '@freehub/contract/orders/orders'
import { call } from '../../../api/call.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { type ActionDialogProps, useAction } from '../../../ui/dialogs/use-action.ts'
import { refetchOrdersAndParts } from '../list/orders-queries.ts'

interface CancelOrderButtonProps {
  order: Order
  /** Id of the element that identifies the order. */
  describedBy: string
  onCancel: (order: Order) => void
}

export function CancelOrderButton({ order, describedBy, onCancel }: CancelOrderButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-outline btn-error btn-sm"
      aria-describedby={describedBy}
      onClick={() => onCancel(order)}
    >
      Cancel Order
    </button>
  )
}

interface CancelOrderDialogProps extends ActionDialogProps {
  order: Pick<Order, '_id' | 'email'>
}

export function CancelOrderDialog({ order, onClose, ...callbacks }: CancelOrderDialogProps) {
  const { run: cancel, isPending } = useAction(
    {
      send: () =>
        call<{ deletedCount: number }>(
          'DELETE',
          `/booking/${encodeURIComponent(order._id)}?client=${encodeURIComponent(order.email)}`,
        ),
      getRefusal: ({ deletedCount }) => deletedCount === 0 && 'This order was already cancelled.',
      toast: 'Order canceled successfully',
      failure: 'The order was not cancelled.',
      refetch: refetchOrdersAndParts,
    },
    callbacks,
  )
  return (
    <ConfirmDialog
      title="Are you sure to cancel the order.?"
      text="Once you cancel the order, it can't be undone."
      confirmLabel="Yes, Cancel"
      busy={isPending}
      onConfirm={() => cancel()}
      onClose={onClose}
    />
  )
}
