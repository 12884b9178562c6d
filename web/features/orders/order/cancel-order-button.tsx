import type { Order } from '@freehub/contract/orders/orders'

interface CancelOrderButtonProps {
  order: Order
  /** Id of the element that identifies the order. */
  describedBy: string
  onCancel: (order: Order) => void
}

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
