import type { Order } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../settings.ts'
import { ConfirmEmailNote } from '../orders/list/confirm-email-note.tsx'
import { orderHistoryQuery } from '../orders/order/order-history.ts'
import { Reservation } from '../orders/order/reservation.tsx'

/** The countdown of the reservation, or the general rule if the order cannot be loaded. */
export function PaymentReservation({ order }: { order: Order }) {
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
        <ConfirmEmailNote {...data} />
      </>
    )
  }
  return isError ? (
    <p className="pay-note">We hold the items of an unpaid order for {reservationHours} hours.</p>
  ) : null
}
