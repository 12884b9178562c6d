import type { Order } from '@freehub/contract/orders/orders'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ShipOrderDialog } from './ship-order-dialog.tsx'

interface ShipOrderButtonProps {
  order: Pick<Order, '_id'>
  /** Id of what tells this order from the others. */
  describedBy: string
  onShipped: () => void
  onRefused: (why: string) => void
}

/** Ships an order, after it was asked who brings it. */
export function ShipOrderButton({
  order,
  describedBy,
  onShipped,
  onRefused,
}: ShipOrderButtonProps) {
  const [isAsking, setAsking] = useState(false)

  // The dialog gives the focus back to the button, which is about to go: only then it can be led on.
  const closeFirst = (then: () => void) => {
    flushSync(() => setAsking(false))
    then()
  }

  return (
    <>
      <button
        type="button"
        className="btn btn-sm"
        aria-describedby={describedBy}
        onClick={() => setAsking(true)}
      >
        Ship Order
      </button>
      {isAsking && (
        <ShipOrderDialog
          orderId={order._id}
          onShipped={() => closeFirst(onShipped)}
          onRefused={(why) => closeFirst(() => onRefused(why))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
