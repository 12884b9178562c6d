import type { Order } from '@freehub/contract/orders/orders'

interface CancelOrderButtonProps {
  order: Order
  /** Id of what tells this order from the others. */
  describedBy: string
  onCancel: (order: Order) => void
}

/** Asks for an order to be cancelled; whether it really is to be is asked elsewhere. */
export function CancelOrderButton({ order, describedBy, onCancel }: CancelOrderButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-outline btn-error btn-sm"
      aria-describedby={describedBy}
      onClick={() => onCancel(order)}
    >
      Cancel Order
    </button>
  )
}
