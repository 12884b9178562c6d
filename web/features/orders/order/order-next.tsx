import type { OrderHistory } from '@freehub/contract/orders/orders'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { ConfirmEmailNote } from '../list/confirm-email-note.tsx'
import { OrderAgainButton } from '../purchase/order-again-button.tsx'
import { actionsOn } from './actions-on.ts'
import { Reservation } from './reservation.tsx'
import { stageInWords } from './stage-in-words.ts'

/** What is asked about before it is done. */
export type AskedOfOrder = 'cancel' | 'extend' | 'refund' | 'track'

interface OrderNextProps {
  order: OrderHistory
  aheadMs: number
  /** It is one's own. */
  own: boolean
  /** Id of what names the order. */
  describedBy: string
  onAsk: (what: AskedOfOrder) => void
  onRefused: (why: string) => void
  /** What the staff can do with it. */
  children: ReactNode
}

/** Where an order stands, and what can be done with it now. */
export function OrderNext({ order, aheadMs, own, children, ...on }: OrderNextProps) {
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
        <div>
          <p className="order-stage">{stageInWords(order)}</p>
          {order.stage === 'Shipped' && order.carrier && (
            <p className="second">
              {order.carrier} {order.trackingNumber}
            </p>
          )}
        </div>
      )}
      {own && <ConfirmEmailNote order={order} aheadMs={aheadMs} />}
      <div className="act">
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
        {children}
        {can('cancel') && (
          <button
            type="button"
            className="btn btn-outline btn-error"
            onClick={() => on.onAsk('cancel')}
          >
            Cancel Order
          </button>
        )}
        {own && order.stage !== 'Pending' && (
          <OrderAgainButton order={order} describedBy={on.describedBy} onRefused={on.onRefused} />
        )}
      </div>
      {order.reservedUntil && extended && (
        <p className="second">The reservation was extended once, and cannot be again.</p>
      )}
    </div>
  )
}
