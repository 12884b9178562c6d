import { REFUND_REASON_LENGTH } from '@freehub/contract/limits'
import { formatDollars, pluralize } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import { call } from '../../../api/call.ts'
import { CallError, ensureDone } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { type DialogCallbacks, ReasonDialog } from '../../../ui/dialogs/action-dialog.tsx'
import type { Action } from '../../../ui/dialogs/use-action.ts'
import { refetchOrdersAndParts } from '../list/orders-queries.ts'
import { nameOrder } from '../order/format-order.ts'
import type { OrderDocument } from '../order/order-documents.tsx'
import {
  isActionAllowed,
  isBeingRefunded,
  isShippable,
  type OrderDialog,
} from '../order/order-rules.ts'
import { EditDeliveryDialog } from './edit-address-and-phone.tsx'
import { ShipOrderDialog } from './ship-order.tsx'
import { TrackingDialog } from './tracking-dialog.tsx'

/** The staff-only components of the order page. Customers' browsers never load this module. */
export { focusNewNote } from '../../notes/note-form.tsx'
export { StaffNotes, useNotes } from '../../notes/staff-notes.tsx'
export { PaymentsPanel } from './payments-panel.tsx'

export const ordersLink = { to: paths.manageOrders, name: 'Manage All Orders' }

interface StaffDialogsProps {
  order: OrderHistory
  openDialog: OrderDialog | null
  callbacks: DialogCallbacks
}

export function StaffDialogs({ order, openDialog, callbacks }: StaffDialogsProps) {
  if (openDialog === 'ship') return <ShipOrderDialog order={order} {...callbacks} />
  if (openDialog === 'delivery') return <EditDeliveryDialog order={order} {...callbacks} />
  if (openDialog === 'refund') return <RefundDialog order={order} {...callbacks} />
  if (openDialog === 'track') return <TrackingDialog order={order} {...callbacks} />
  return null
}

/** The documents that only staff may download. */
export function listStaffDocuments(order: OrderHistory): OrderDocument[] {
  const isPackable = isShippable(order) || order.stage === 'Shipped'
  return isPackable ? [{ name: 'Packing Slip', kind: 'packing-slip', number: null }] : []
}

interface StaffActionsProps {
  order: OrderHistory
  /** Id of the element that identifies the order. */
  describedBy: string
  onOpenDialog: (dialog: OrderDialog) => void
}

export function StaffActions({ order, describedBy, onOpenDialog }: StaffActionsProps) {
  return (
    <>
      {isShippable(order) && (
        <Button
          variant="primary"
          aria-describedby={describedBy}
          onClick={() => onOpenDialog('ship')}
        >
          Ship Order
        </Button>
      )}
      {isActionAllowed(order, 'editDelivery') && !isBeingRefunded(order) && (
        <Button onClick={() => onOpenDialog('delivery')}>Edit Delivery</Button>
      )}
      {order.stage === 'Shipped' && (
        <Button onClick={() => onOpenDialog('track')}>
          {order.carrier ? 'Change Tracking' : 'Add Tracking'}
        </Button>
      )}
      {isActionAllowed(order, 'refund') && (
        <Button variant="danger" onClick={() => onOpenDialog('refund')}>
          Refund Order
        </Button>
      )}
    </>
  )
}

function RefundDialog({ order, ...callbacks }: DialogCallbacks & { order: OrderHistory }) {
  const returnedQuantity = pluralize(order.quantity, 'piece returns', 'pieces return')
  return (
    <ReasonDialog
      action={refundOrder(order)}
      title="Refund this order?"
      text={`${formatDollars(order.totalPrice)} will be refunded to the card. The order is cancelled, ${returnedQuantity} to stock, and the customer is notified by email.`}
      note="This can’t be undone."
      subject={nameOrder(order, order.name)}
      confirmLabel={`Yes, Refund ${formatDollars(order.totalPrice)}`}
      maxLength={REFUND_REASON_LENGTH}
      isOptional
      {...callbacks}
    />
  )
}

const refundOrder = ({ _id }: OrderHistory): Action<{ modifiedCount: number }, string> => ({
  send: (reason) =>
    ensureDone(
      () => call('POST', `/api/orders/${encodeURIComponent(_id)}/refund`, { body: { reason } }),
      { modifiedCount: 1 },
    ),
  getRefusal: ({ modifiedCount }) => modifiedCount === 0 && 'This order was already refunded.',
  toast: 'Order refunded successfully',
  failure: (error) => (isRefundStarted(error) ? '' : 'The order was not refunded.'),
  refetch: refetchOrdersAndParts,
})

/** True if the refund has started and the server completes it later. This is no failure. */
function isRefundStarted(error: Error): boolean {
  return error instanceof CallError && error.problem.code === 'refund_unfinished'
}
