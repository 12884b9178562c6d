import type { Order } from '@freehub/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-queries.ts'
import { updateCachedOrder } from './all-orders-list.ts'
import { TrackingFields, useTrackingFields } from './tracking-dialog.tsx'

interface ShipOrderButtonProps {
  order: Pick<Order, '_id'>
  /** Id of the element that identifies the order. */
  describedBy: string
  onShipped: () => void
  onRefused: (reason: string) => void
}

/** Opens a dialog that asks for carrier and tracking number, and ships the order. */
export function ShipOrderButton({
  order,
  describedBy,
  onShipped,
  onRefused,
}: ShipOrderButtonProps) {
  const [isDialogOpen, setDialogOpen] = useState(false)

  // The dialog returns the focus to this button. The callback may move it only after that.
  const closeThen = (callback: () => void) => {
    flushSync(() => setDialogOpen(false))
    callback()
  }

  return (
    <>
      <button
        type="button"
        className="btn btn-sm"
        aria-describedby={describedBy}
        onClick={() => setDialogOpen(true)}
      >
        Ship Order
      </button>
      {isDialogOpen && (
        <ShipOrderDialog
          orderId={order._id}
          onShipped={() => closeThen(onShipped)}
          onRefused={(reason) => closeThen(() => onRefused(reason))}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}

interface ShipOrderDialogProps {
  orderId: string
  onShipped: () => void
  onRefused: (reason: string) => void
  onClose: () => void
}

/** Ships an order. Carrier and tracking number are optional. */
function ShipOrderDialog({ orderId, onClose, ...callbacks }: ShipOrderDialogProps) {
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

interface Shipment {
  id: string
  carrier: string
  trackingNumber: string
}

/** Ships a paid order. Refetches orders after success and failure. */
function useShipOrder(callbacks: { onShipped: () => void; onRefused: (reason: string) => void }) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ id, ...body }: Shipment) =>
      call<{ modifiedCount: number }>('PATCH', `/shipped/${encodeURIComponent(id)}`, { body }),
    networkMode: 'always',
    onSuccess: ({ modifiedCount }, { id }) => {
      if (modifiedCount === 0) return callbacks.onRefused('This order was already shipped.')
      callbacks.onShipped()
      updateCachedOrder(client, id, { status: 'Shipped' })
      void showToast('Status Changed successfully')
    },
    onError: (error) => callbacks.onRefused(`The order was not shipped. ${formatError(error)}`),
    onSettled: () => void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY }),
  })
}
