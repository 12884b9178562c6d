import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useShipOrder } from './ship-order.ts'
import { TrackingFields, useTrackingFields } from './tracking-fields.tsx'

interface ShipOrderDialogProps {
  orderId: string
  onShipped: () => void
  onRefused: (reason: string) => void
  onClose: () => void
}

/** Ships an order. Carrier and tracking number are optional. */
export function ShipOrderDialog({ orderId, onClose, ...callbacks }: ShipOrderDialogProps) {
  const { mutate, isPending } = useShipOrder(callbacks)
  const shipOnce = useMutateOnce(mutate)
  const fields = useTrackingFields({ carrier: '', trackingNumber: '' }, false)

  function ship() {
    if (fields.validate()) shipOnce({ id: orderId, ...fields.trimmed })
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
