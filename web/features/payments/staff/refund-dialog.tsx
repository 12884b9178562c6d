import { formatDollars } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { type ActionDialogProps, useAction } from '../../../ui/dialogs/use-action.ts'
import { refetchOrdersAndParts } from '../../orders/list/orders-queries.ts'

interface RefundDialogProps extends ActionDialogProps {
  order: OrderHistory
}

export function RefundDialog({ order, onClose, ...callbacks }: RefundDialogProps) {
  const { run: refund, isPending } = useAction(
    {
      send: () =>
        call<{ modifiedCount: number }>(
          'POST',
          `/api/orders/${encodeURIComponent(order._id)}/refund`,
        ),
      getRefusal: ({ modifiedCount }) => modifiedCount === 0 && 'This order was already refunded.',
      toast: 'Order refunded successfully',
      failure: (error) => (isRefundStarted(error) ? '' : 'The order was not refunded.'),
      refetch: refetchOrdersAndParts,
    },
    callbacks,
  )
  return (
    <ConfirmDialog
      title="Refund this order?"
      text={`${formatDollars(order.totalPrice)} will be refunded to the card. The order is cancelled and its items return to stock. This can't be undone.`}
      confirmLabel="Yes, Refund"
      busy={isPending}
      onConfirm={() => refund()}
      onClose={onClose}
    />
  )
}

/** The server completes a refund that has started, so the message must not say that it failed. */
function isRefundStarted(error: Error): boolean {
  return error instanceof CallError && error.problem.code === 'refund_unfinished'
}
