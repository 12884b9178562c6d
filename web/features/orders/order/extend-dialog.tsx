import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useExtendReservation } from './extend-reservation.ts'

interface ExtendDialogProps {
  orderId: string
  /** Until when the reservation then holds. */
  to: string
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Asks whether a reservation is to be extended, since that can be done but once. */
export function ExtendDialog({ orderId, to, onClose, ...said }: ExtendDialogProps) {
  const { mutate, isPending } = useExtendReservation(said)
  const extendOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Extend the reservation?"
      text={
        <>
          It then holds until <Moment at={to} />. A reservation can be extended once.
        </>
      }
      confirm="Yes, Extend"
      harmless
      busy={isPending}
      onConfirm={() => extendOnce(orderId)}
      onClose={onClose}
    />
  )
}
