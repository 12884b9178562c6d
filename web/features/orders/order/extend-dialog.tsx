import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { useExtendReservation } from './extend-reservation.ts'

interface ExtendDialogProps {
  orderId: string
  /** New end of the reservation, ISO 8601. */
  extendedUntil: string
  onDone: () => void
  onRefused: (reason: string) => void
  onClose: () => void
}

/** Asks for confirmation, because a reservation can be extended only once. */
export function ExtendDialog({ orderId, extendedUntil, onClose, ...callbacks }: ExtendDialogProps) {
  const { mutate, isPending } = useExtendReservation(callbacks)
  const extendOnce = useMutateOnce(mutate)
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
      onConfirm={() => extendOnce(orderId)}
      onClose={onClose}
    />
  )
}
