import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { ORDERS_QUERY_KEY } from '../list/orders-queries.ts'

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

/** Extends the reservation of the user's own order. Refetches orders after success and failure. */
function useExtendReservation(callbacks: {
  onDone: () => void
  onRefused: (reason: string) => void
}) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (id: string) => call('POST', `/api/orders/${encodeURIComponent(id)}/extension`),
    networkMode: 'always',
    onSuccess: () => {
      void showToast('Reservation extended')
      callbacks.onDone()
    },
    onError: (error) =>
      callbacks.onRefused(`The reservation was not extended. ${formatError(error)}`),
    onSettled: () => void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY }),
  })
}
