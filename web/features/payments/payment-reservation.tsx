import type { Order } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../settings.ts'
import { ConfirmEmailNote } from '../orders/list/confirm-email-note.tsx'
import { orderHistory } from '../orders/order/order-history.ts'
import { Reservation } from '../orders/order/reservation.tsx'

/** How long the pieces are kept for who is about to pay, or at least how long such orders are kept. */
export function PaymentReservation({ order }: { order: Order }) {
  const { reservationHours } = useSettings()
  const { data, isError } = useQuery(orderHistory(order._id))
  const until = data?.order.reservedUntil
  if (data && until) {
    return (
      <>
        <Reservation key={until} keptFor="you" until={until} aheadMs={data.aheadMs} />
        <ConfirmEmailNote {...data} />
      </>
    )
  }
  return isError ? (
    <p className="pay-note">
      An unpaid order is kept for you for {reservationHours} hours after it was placed.
    </p>
  ) : null
}
