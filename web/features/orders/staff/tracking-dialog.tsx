import type { OrderHistory } from '@freehub/contract/orders/orders'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useChangeTracking } from './change-tracking.ts'
import { TrackingFields, useTrackingFields } from './tracking-fields.tsx'

interface TrackingDialogProps {
  order: OrderHistory
  onDone: () => void
  onRefused: (reason: string) => void
  onClose: () => void
}

/** Adds or changes the tracking data of a shipped order. */
export function TrackingDialog({ order, onClose, ...callbacks }: TrackingDialogProps) {
  const { mutate, isPending } = useChangeTracking(order._id, callbacks)
  const saveOnce = useMutateOnce(mutate)
  const { carrier, trackingNumber } = order
  const fields = useTrackingFields(
    { carrier: carrier ?? '', trackingNumber: trackingNumber ?? '' },
    true,
  )

  function save() {
    if (fields.validate()) saveOnce(fields.trimmed)
  }

  return (
    <ConfirmDialog
      title="Tracking details"
      text="The customer sees these on the order page and is notified by email."
      confirmLabel="Save"
      harmless
      busy={isPending}
      onConfirm={save}
      onClose={onClose}
    >
      <TrackingFields fields={fields} onSubmit={save} />
    </ConfirmDialog>
  )
}
