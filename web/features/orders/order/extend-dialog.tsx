import type { OrderHistory } from '@freehub/contract/orders/orders'
import { call } from '../../../api/call.ts'
import { ActionDialog, type DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { refetchOrders } from '../list/orders-queries.ts'

interface ExtendDialogProps extends DialogCallbacks {
  order: Pick<OrderHistory, '_id' | 'orderNumber'>
  /** New end of the reservation, ISO 8601. */
  extendedUntil: string
}

/** Asks for confirmation, because a reservation can be extended only once. */
export function ExtendDialog({ order, extendedUntil, ...callbacks }: ExtendDialogProps) {
  return (
    <ActionDialog
      action={{
        send: () => call('POST', `/api/orders/${encodeURIComponent(order._id)}/extension`),
        toast: 'Reservation extended',
        failure: 'The reservation was not extended.',
        refetch: refetchOrders,
      }}
      title="Extend the reservation?"
      text={
        <>
          We’ll hold the pieces of order {order.orderNumber} until <Timestamp at={extendedUntil} />.
          You can extend a reservation only once.
        </>
      }
      confirmLabel="Yes, Extend"
      isHarmless
      {...callbacks}
    />
  )
}
