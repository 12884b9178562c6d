import { formatDollars } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { ActionDialog, type DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import type { Action } from '../../../ui/dialogs/use-action.ts'
import { refetchOrdersAndParts } from '../../orders/list/orders-queries.ts'

export function RefundDialog({ order, ...callbacks }: DialogCallbacks & { order: OrderHistory }) {
  return (
    <ActionDialog
      action={refundOrder(order)}
      title="Refund this order?"
      text={`${formatDollars(order.totalPrice)} will be refunded to the card. The order is cancelled and its items return to stock. This can't be undone.`}
      confirmLabel="Yes, Refund"
      {...callbacks}
    />
  )
}

const refundOrder = ({ _id }: OrderHistory): Action<{ modifiedCount: number }> => ({
  send: () => call('POST', `/api/orders/${encodeURIComponent(_id)}/refund`),
  getRefusal: ({ modifiedCount }) => modifiedCount === 0 && 'This order was already refunded.',
  toast: 'Order refunded successfully',
  failure: (error) => (isRefundStarted(error) ? '' : 'The order was not refunded.'),
  refetch: refetchOrdersAndParts,
})

/** The server completes a refund that has started, so the message must not say that it failed. */
function isRefundStarted(error: Error): boolean {
  return error instanceof CallError && error.problem.code === 'refund_unfinished'
}
