import { type OrderHistory, type OrderStatus, orderCan } from '@freehub/contract/orders'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Reservation } from './reservation.tsx'
import { ShipOrderButton } from './ship-order-button.tsx'
import { isBeingRefunded, stageInWords } from './stage-in-words.ts'

/** What is asked about before it is done. */
export type AskedOfOrder = 'cancel' | 'extend' | 'refund'

interface OrderNextProps {
  order: OrderHistory
  aheadMs: number
  /** It is one's own. */
  own: boolean
  staff: boolean
  /** Id of what names the order. */
  describedBy: string
  onAsk: (what: AskedOfOrder) => void
  onShipped: () => void
  onRefused: (why: string) => void
}

/** Where an order stands, and what can be done with it now. */
export function OrderNext({ order, aheadMs, own, staff, ...on }: OrderNextProps) {
  const can = actionsOn(order)
  const extended = order.steps.some(({ kind }) => kind === 'reservation_extended')
  return (
    <div className="order-next">
      {order.reservedUntil ? (
        <Reservation
          key={order.reservedUntil}
          keptFor={own ? 'you' : order.name}
          until={order.reservedUntil}
          aheadMs={aheadMs}
        />
      ) : (
        <p className="order-stage">{stageInWords(order)}</p>
      )}
      <p className="act">
        {own && can('pay') && (
          <Link className="btn" to={paths.payment(order._id)}>
            Pay Now
          </Link>
        )}
        {own && order.extendableTo && (
          <button type="button" className="btn btn-outline" onClick={() => on.onAsk('extend')}>
            Extend Reservation
          </button>
        )}
        {staff && can('ship') && !isBeingRefunded(order) && (
          <ShipOrderButton order={order} {...on} />
        )}
        {staff && can('refund') && <Danger onPress={() => on.onAsk('refund')}>Refund Order</Danger>}
        {can('cancel') && <Danger onPress={() => on.onAsk('cancel')}>Cancel Order</Danger>}
        {own && (order.stage === 'Cancelled' || order.stage === 'Refunded') && (
          <Link className="btn btn-outline" to={paths.purchase(order.productId)}>
            Order Again
          </Link>
        )}
      </p>
      {order.reservedUntil && extended && (
        <p className="second">The reservation was extended once, and cannot be again.</p>
      )}
    </div>
  )
}

/** A cancelled order has a stage of its own, and nothing can be done with it. */
function actionsOn({ stage }: OrderHistory) {
  const over = stage === 'Cancelled' || stage === 'Refunded'
  return (action: Parameters<typeof orderCan>[1]) => !over && orderCan(stage as OrderStatus, action)
}

function Danger({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button type="button" className="btn btn-outline btn-error" onClick={onPress}>
      {children}
    </button>
  )
}
