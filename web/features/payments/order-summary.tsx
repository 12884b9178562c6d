import { formatDollars } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { pluralize } from '../../api/format-count.ts'
import { PaymentReservation } from './payment-reservation.tsx'

export function OrderSummary({ order, isPaid }: { order: Order; isPaid: boolean }) {
  return (
    <div>
      <h1>Hello, {order.name}</h1>
      <p className="pay-lead">
        {isPaid ? 'Your booking is paid.' : 'Please pay for your booking.'}
      </p>
      <dl className="data">
        <div>
          <dt>Product</dt>
          <dd>{order.productName}</dd>
        </div>
        <div>
          <dt>Quantity</dt>
          <dd>{pluralize(order.quantity, 'piece', 'pieces')}</dd>
        </div>
        <div>
          <dt>Price per unit</dt>
          <dd>{formatDollars(order.totalPrice / order.quantity)}</dd>
        </div>
      </dl>
      <p className="total">
        <span>Amount</span>
        <b>{formatDollars(order.totalPrice)}</b>
      </p>
      {!isPaid && <PaymentReservation order={order} />}
    </div>
  )
}
