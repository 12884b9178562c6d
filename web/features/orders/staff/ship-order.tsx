import type { Order, Tracking } from '@freehub/contract/orders/orders'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import type { Action } from '../../../ui/dialogs/use-action.ts'
import { refetchOrders } from '../list/orders-queries.ts'
import { updateCachedOrder } from './all-orders-list.ts'
import { TrackingForm } from './tracking-dialog.tsx'

interface ShipOrderButtonProps {
  order: Pick<Order, '_id' | 'orderNumber'>
  /** Id of the element that identifies the order. */
  describedBy: string
  onShipped: () => void
  onRefused: (reason: string) => void
}

/** Opens a dialog that asks for carrier and tracking number, and ships the order. */
export function ShipOrderButton({
  order,
  describedBy,
  onShipped,
  onRefused,
}: ShipOrderButtonProps) {
  const [isDialogOpen, setDialogOpen] = useState(false)

  // The dialog returns the focus to this button. The callback may move it only after that.
  const closeThen = (callback: () => void) => {
    flushSync(() => setDialogOpen(false))
    callback()
  }

  return (
    <>
      <Button
        variant="primary"
        small
        aria-describedby={describedBy}
        onClick={() => setDialogOpen(true)}
      >
        Ship Order
      </Button>
      {isDialogOpen && (
        <TrackingForm
          action={shipOrder(order._id)}
          title="Ship this order?"
          text={`Order ${order.orderNumber}: stock is reduced and the customer is notified by email. You can add carrier and tracking number later.`}
          confirmLabel="Ship Order"
          busyLabel="Shipping …"
          onDone={() => closeThen(onShipped)}
          onRefused={(reason) => closeThen(() => onRefused(reason))}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}

/** Ships a paid order. Carrier and tracking number are optional. */
const shipOrder = (orderId: string): Action<{ modifiedCount: number }, Tracking> => ({
  send: (body) => call('PATCH', `/shipped/${encodeURIComponent(orderId)}`, { body }),
  getRefusal: ({ modifiedCount }) => modifiedCount === 0 && 'This order was already shipped.',
  toast: 'Status Changed successfully',
  failure: 'The order was not shipped.',
  updateCache: (client) => updateCachedOrder(client, orderId, { status: 'Shipped' }),
  refetch: refetchOrders,
})
