import { call } from '../../../api/call.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { type ActionDialogProps, useAction } from '../../../ui/dialogs/use-action.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { refetchOrders } from '../list/orders-queries.ts'

interface ExtendDialogProps extends ActionDialogProps {
  orderId: string
  /** New end of the reservation, ISO 8601. */
  extendedUntil: string
}

/** Asks for confirmation, because a reservation can be extended only once. */
export function ExtendDialog({ orderId, extendedUntil, onClose, ...callbacks }: ExtendDialogProps) {
  const { run: extend, isPending } = useAction(
    {
      send: () => call('POST', `/api/orders/${encodeURIComponent(orderId)}/extension`),
      toast: 'Reservation extended',
      failure: 'The reservation was not extended.',
      refetch: refetchOrders,
    },
    callbacks,
  )
  return (
    <ConfirmDialog
      title="Extend the reservation?"
      text={
        <>
          We'll hold your items until <Timestamp at={extendedUntil} />. You can extend a reservation
          only once.
        </>
      }
      confirmLabel="Yes, Extend"
      harmless
      busy={isPending}
      onConfirm={() => extend()}
      onClose={onClose}
    />
  )
}
