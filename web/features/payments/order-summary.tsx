import { formatCount, formatDollars, pluralize } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useSettings } from '../../page-settings.ts'
import { paths } from '../../paths.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { orderHistoryQuery } from '../orders/list/orders-queries.ts'
import { ConfirmEmailMessage, Reservation } from '../orders/order/reservation.tsx'

export function OrderSummary({ order, isPaid }: { order: Order; isPaid: boolean }) {
  return (
    <div>
      <h1>Hello, {order.name}</h1>
      <p className="pay-lead">
        {isPaid ? 'Your booking is paid.' : 'Please pay for your booking.'}
      </p>
      <DescriptionList
        rows={[
          [
            'Order number',
            <Link key="order" to={paths.order(order._id)}>
              {order.orderNumber}
            </Link>,
          ],
          ['Product', order.productName],
          ['Lines', order.lineCount > 1 && formatCount(order.lineCount)],
          ['Quantity', formatQuantity(order)],
        ]}
      />
      <p className="total">
        <span>Amount</span>
        <b>{formatDollars(order.totalPrice)}</b>
      </p>
      {!isPaid && <PaymentReservation order={order} />}
    </div>
  )
}

/** Formats the quantity, for one line with its price per unit. */
function formatQuantity({ quantity, lineCount, totalPrice }: Order): string {
  const formattedQuantity = pluralize(quantity, 'piece', 'pieces')
  return lineCount === 1
    ? `${formattedQuantity} × ${formatDollars(totalPrice / quantity)}`
    : formattedQuantity
}

/** The countdown of the reservation, or the general rule if the history of the order cannot be loaded. */
function PaymentReservation({ order }: { order: Order }) {
  const { reservationHours } = useSettings()
  const { data, isError } = useQuery(orderHistoryQuery(order._id))
  const until = data?.order.reservedUntil
  if (data && until) {
    return (
      <>
        <Reservation
          key={until}
          reservedFor="you"
          until={until}
          clockOffsetMs={data.clockOffsetMs}
        />
        <ConfirmEmailMessage {...data} />
      </>
    )
  }
  return isError ? (
    <p className="pay-note">We hold the pieces of an unpaid order for {reservationHours} hours.</p>
  ) : null
}
