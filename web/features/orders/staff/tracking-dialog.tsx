import type { OrderHistory } from '@freehub/contract/orders/orders'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useChangeTracking } from './change-tracking.ts'
import { ParcelFields, useParcel } from './parcel-fields.tsx'

interface TrackingDialogProps {
  order: OrderHistory
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Says who brings a shipped order, or corrects it. */
export function TrackingDialog({ order, onClose, ...said }: TrackingDialogProps) {
  const { mutate, isPending } = useChangeTracking(order._id, said)
  const changeOnce = useMutateOnce(mutate)
  const { carrier, trackingNumber } = order
  const parcel = useParcel({ carrier: carrier ?? '', trackingNumber: trackingNumber ?? '' }, true)

  function change() {
    if (parcel.check()) changeOnce(parcel.typed)
  }

  return (
    <ConfirmDialog
      title="Who brings this order?"
      text="The customer sees it with the order, and is told by mail."
      confirm="Save"
      harmless
      busy={isPending}
      onConfirm={change}
      onClose={onClose}
    >
      <ParcelFields of={parcel} onSend={change} />
    </ConfirmDialog>
  )
}
