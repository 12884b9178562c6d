import type { OrderHistory } from '@freehub/contract/orders/orders'
import { actionsOn } from '../order/actions-on.ts'
import type { AskedOfOrder } from '../order/order-next.tsx'
import { isBeingRefunded } from '../order/stage-in-words.ts'
import { ShipOrderButton } from './ship-order-button.tsx'

interface StaffActionsProps {
  order: OrderHistory
  /** Id of what names the order. */
  describedBy: string
  onAsk: (what: AskedOfOrder) => void
  onShipped: () => void
  onRefused: (why: string) => void
}

/** What the staff can do with an order now. */
export function StaffActions({ order, onAsk, ...on }: StaffActionsProps) {
  const can = actionsOn(order)
  return (
    <>
      {can('ship') && !isBeingRefunded(order) && <ShipOrderButton order={order} {...on} />}
      {order.stage === 'Shipped' && (
        <button type="button" className="btn btn-outline" onClick={() => onAsk('track')}>
          {order.carrier ? 'Change Tracking' : 'Add Tracking'}
        </button>
      )}
      {can('refund') && (
        <button type="button" className="btn btn-outline btn-error" onClick={() => onAsk('refund')}>
          Refund Order
        </button>
      )}
    </>
  )
}
