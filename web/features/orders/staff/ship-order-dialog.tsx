import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ParcelFields, useParcel } from './parcel-fields.tsx'
import { useShipOrder } from './ship-order.ts'

interface ShipOrderDialogProps {
  orderId: string
  onShipped: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Asks who brings an order, which may be left open, and ships it. */
export function ShipOrderDialog({ orderId, onClose, ...said }: ShipOrderDialogProps) {
  const { mutate, isPending } = useShipOrder(said)
  const shipOnce = useMutateOnce(mutate)
  const parcel = useParcel({ carrier: '', trackingNumber: '' }, false)

  function ship() {
    if (parcel.check()) shipOnce({ id: orderId, ...parcel.typed })
  }

  return (
    <ConfirmDialog
      title="Ship this order?"
      text="Its pieces leave the warehouse, and the customer is told by mail. Carrier and number can be given later as well."
      confirm={isPending ? 'Shipping …' : 'Ship Order'}
      harmless
      busy={isPending}
      onConfirm={ship}
      onClose={onClose}
    >
      <ParcelFields of={parcel} onSend={ship} />
    </ConfirmDialog>
  )
}
