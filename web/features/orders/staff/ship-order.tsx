import type { Order, Tracking } from '@freehub/contract/orders/orders'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../api/call.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { type ActionDialogProps, useAction } from '../../../ui/dialogs/use-action.ts'
import { refetchOrders } from '../list/orders-queries.ts'
import { updateCachedOrder } from './all-orders-list.ts'
import { TrackingFields, useTrackingFields } from './tracking-dialog.tsx'

interface ShipOrderButtonProps {
  order: Pick<Order, '_id'>
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
      <button
        type="button"
        className="btn btn-sm"
        aria-describedby={describedBy}
        onClick={() => setDialogOpen(true)}
      >
        Ship Order
      </button>
      {isDialogOpen && (
        <ShipOrderDialog
          orderId={order._id}
          onDone={() => closeThen(onShipped)}
          onRefused={(reason) => closeThen(() => onRefused(reason))}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}

interface ShipOrderDialogProps extends ActionDialogProps {
  orderId: string
}

/** Ships a paid order. Carrier and tracking number are optional. */
function ShipOrderDialog({ orderId, onClose, ...callbacks }: ShipOrderDialogProps) {
  const { run, isPending } = useAction(
    {
      send: (body: Tracking) =>
        call<{ modifiedCount: number }>('PATCH', `/shipped/${encodeURIComponent(orderId)}`, {
          body,
        }),
      getRefusal: ({ modifiedCount }) => modifiedCount === 0 && 'This order was already shipped.',
      toast: 'Status Changed successfully',
      failure: 'The order was not shipped.',
      updateCache: (client) => updateCachedOrder(client, orderId, { status: 'Shipped' }),
      refetch: refetchOrders,
    },
    callbacks,
  )
  const fields = useTrackingFields({ carrier: '', trackingNumber: '' }, false)

  function ship() {
    if (fields.validate()) run(fields.trimmed)
  }

  return (
    <ConfirmDialog
      title="Ship this order?"
      text="Stock is reduced and the customer is notified by email. You can add carrier and tracking number later."
      confirmLabel={isPending ? 'Shipping …' : 'Ship Order'}
      harmless
      busy={isPending}
      onConfirm={ship}
      onClose={onClose}
    >
      <TrackingFields fields={fields} onSubmit={ship} />
    </ConfirmDialog>
  )
}
