import type { Order } from '@freehub/contract/orders/orders'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ShipOrderDialog } from './ship-order-dialog.tsx'

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
