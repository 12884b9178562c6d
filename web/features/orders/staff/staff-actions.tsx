import type { OrderHistory } from '@freehub/contract/orders/orders'
import { isBeingRefunded } from '../order/format-stage.ts'
import { isActionAllowed } from '../order/is-action-allowed.ts'
import type { OrderDialog } from '../order/order-status-panel.tsx'
import { ShipOrderButton } from './ship-order-button.tsx'

interface StaffActionsProps {
  order: OrderHistory
  /** Id of the element that identifies the order. */
  describedBy: string
  onOpenDialog: (dialog: OrderDialog) => void
  onShipped: () => void
  onRefused: (reason: string) => void
}

export function StaffActions({ order, onOpenDialog, ...props }: StaffActionsProps) {
  return (
    <>
      {isActionAllowed(order, 'ship') && !isBeingRefunded(order) && (
        <ShipOrderButton order={order} {...props} />
      )}
      {order.stage === 'Shipped' && (
        <button type="button" className="btn btn-outline" onClick={() => onOpenDialog('track')}>
          {order.carrier ? 'Change Tracking' : 'Add Tracking'}
        </button>
      )}
      {isActionAllowed(order, 'refund') && (
        <button
          type="button"
          className="btn btn-outline btn-error"
          onClick={() => onOpenDialog('refund')}
        >
          Refund Order
        </button>
      )}
    </>
  )
}
