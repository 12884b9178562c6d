import type { OrderHistory } from '@freehub/contract/orders/orders'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { OrderAgainButton } from '../purchase/order-again-button.tsx'
import { formatStage } from './format-order.ts'
import { OrderTotal } from './order-details.tsx'
import { isActionAllowed, type OrderDialog } from './order-rules.ts'
import { ConfirmEmailMessage, Reservation } from './reservation.tsx'

interface OrderStatusPanelProps {
  order: OrderHistory
  clockOffsetMs: number
  /** True if the viewer placed the order. */
  isOwn: boolean
  /** Id of the element that identifies the order. */
  describedBy: string
  onOpenDialog: (dialog: OrderDialog) => void
  onRefused: (reason: string) => void
  children: ReactNode
}

/** The state of an order, and the actions that it allows. */
export function OrderStatusPanel(props: OrderStatusPanelProps) {
  const { order, clockOffsetMs, isOwn, describedBy, onOpenDialog, onRefused, children } = props
  const wasExtended = order.steps.some(({ kind }) => kind === 'reservation_extended')
  return (
    <div className="order-status grid gap-4 p-5 border-[1.5px] border-ink bg-plate print:p-[3mm]">
      <div className="flex flex-wrap gap-x-10 gap-y-4">
        {order.reservedUntil && (
          <Reservation
            key={order.reservedUntil}
            reservedFor={isOwn ? 'you' : order.name}
            until={order.reservedUntil}
            clockOffsetMs={clockOffsetMs}
          />
        )}
        {(!order.reservedUntil || order.hasFailedRefund) && (
          <div>
            <p className="font-medium text-[18px]">{formatStage(order)}</p>
            {order.stage === 'Shipped' && order.carrier && (
              <p className="secondary">
                {order.carrier}{' '}
                {order.trackingUrl ? (
                  <a href={order.trackingUrl} target="_blank" rel="noreferrer">
                    {order.trackingNumber}
                  </a>
                ) : (
                  order.trackingNumber
                )}
              </p>
            )}
          </div>
        )}
        <OrderTotal order={order} />
      </div>
      {isOwn && <ConfirmEmailMessage order={order} clockOffsetMs={clockOffsetMs} />}
      <div className="actions">
        {isOwn && isActionAllowed(order, 'pay') && (
          <Link className="btn" to={paths.payment(order._id)}>
            Pay Now
          </Link>
        )}
        {isOwn && order.extendableTo && (
          <Button onClick={() => onOpenDialog('extend')}>Extend Reservation</Button>
        )}
        {children}
        {isActionAllowed(order, 'cancel') && (
          <Button variant="danger" onClick={() => onOpenDialog('cancel')}>
            Cancel Order
          </Button>
        )}
        {isOwn && order.stage !== 'Pending' && (
          <OrderAgainButton order={order} describedBy={describedBy} onRefused={onRefused} />
        )}
      </div>
      {order.reservedUntil && wasExtended && (
        <p className="secondary">
          {isOwn ? 'You' : 'The customer'} already extended this reservation. It can’t be extended
          again.
        </p>
      )}
    </div>
  )
}
