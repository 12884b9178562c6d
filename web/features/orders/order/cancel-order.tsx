import type { Order } from '@freehub/contract/orders/orders'
import { call } from '../../../api/call.ts'
import { ensureDone } from '../../../api/call-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ActionDialog, type DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import type { Action } from '../../../ui/dialogs/use-action.ts'
import { refetchOrdersAndParts } from '../list/orders-queries.ts'
import { type NamedOrder, nameOrder } from './format-order.ts'

interface CancelOrderButtonProps {
  /** Id of the element that identifies the order. */
  describedBy: string
  onCancel: () => void
}

export function CancelOrderButton({ describedBy, onCancel }: CancelOrderButtonProps) {
  return (
    <Button variant="danger" small aria-describedby={describedBy} onClick={onCancel}>
      Cancel Order
    </Button>
  )
}

interface CancelOrderDialogProps extends DialogCallbacks {
  order: Pick<Order, '_id' | 'email'> & NamedOrder
  /** The name of the customer, for staff. */
  customer?: string | undefined
}

export function CancelOrderDialog({ order, customer, ...callbacks }: CancelOrderDialogProps) {
  return (
    <ActionDialog
      action={cancelOrder(order)}
      title="Are you sure to cancel the order.?"
      text="Once you cancel the order, it can't be undone."
      subject={nameOrder(order, customer)}
      confirmLabel="Yes, Cancel"
      {...callbacks}
    />
  )
}

const cancelOrder = ({
  _id,
  email,
}: CancelOrderDialogProps['order']): Action<{ deletedCount: number }> => ({
  send: () =>
    ensureDone(
      () =>
        call('DELETE', `/booking/${encodeURIComponent(_id)}?client=${encodeURIComponent(email)}`),
      { deletedCount: 1 },
    ),
  getRefusal: ({ deletedCount }) => deletedCount === 0 && 'This order was already cancelled.',
  toast: 'Order canceled successfully',
  failure: 'The order was not cancelled.',
  refetch: refetchOrdersAndParts,
})
