import type { Order, Tracking } from '@freehub/contract/orders/orders'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../api/call.ts'
import { readStored, store } from '../../../api/use-stored.ts'
import { Button } from '../../../ui/button.tsx'
import type { DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import type { Action } from '../../../ui/dialogs/use-action.ts'
import { refetchOrders, updateListedOrder } from '../list/orders-queries.ts'
import { TrackingForm } from './tracking-dialog.tsx'

interface ShipOrderButtonProps {
  order: Pick<Order, '_id' | 'orderNumber'>
  /** Id of the element that identifies the order. */
  describedBy: string
  onShipped: () => void
  onRefused: (reason: string) => void
}

/** Opens the dialog that ships an order. */
export function ShipOrderButton({
  order,
  describedBy,
  onShipped,
  onRefused,
}: ShipOrderButtonProps) {
  const [isDialogOpen, setDialogOpen] = useState(false)

  // The dialog returns the focus to this button. After that, the callback may move the focus.
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
        <ShipOrderDialog
          order={order}
          onDone={() => closeThen(onShipped)}
          onRefused={(reason) => closeThen(() => onRefused(reason))}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}

interface ShipOrderDialogProps extends DialogCallbacks {
  order: ShipOrderButtonProps['order']
}

/** Asks for carrier and tracking number, and ships the order. */
export function ShipOrderDialog({ order, ...callbacks }: ShipOrderDialogProps) {
  return (
    <TrackingForm
      action={shipOrder(order._id)}
      title="Ship this order?"
      text={`Order ${order.orderNumber}: stock is reduced and the customer is notified by email. You can add carrier and tracking number later.`}
      confirmLabel="Ship Order"
      busyLabel="Shipping …"
      initialValues={{ carrier: readCarrier(), trackingNumber: '' }}
      {...callbacks}
    />
  )
}

export const sendShipment = (orderId: string, body: Tracking) =>
  call<{ modifiedCount: number }>('PATCH', `/shipped/${encodeURIComponent(orderId)}`, { body })

const CARRIER_KEY = 'carrier'

/** Returns the carrier of the last shipment from this browser, or an empty text. */
export const readCarrier = () => readStored(CARRIER_KEY, '')
export const rememberCarrier = (carrier: string) => store(CARRIER_KEY, carrier)

/** Ships a paid order. Carrier and tracking number are optional. */
const shipOrder = (orderId: string): Action<{ modifiedCount: number }, Tracking> => ({
  send: (body) => {
    rememberCarrier(body.carrier)
    return sendShipment(orderId, body)
  },
  getRefusal: ({ modifiedCount }) => modifiedCount === 0 && 'This order was already shipped.',
  toast: 'Status Changed successfully',
  failure: 'The order was not shipped.',
  updateCache: (client) => updateListedOrder(client, orderId, { stage: 'Shipped' }),
  refetch: refetchOrders,
})
