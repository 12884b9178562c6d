import type { OrderStep } from '@freehub/contract/orders/orders'

/** What happened, in words. */
export const stepNames: Record<OrderStep['kind'], string> = {
  placed: 'Order placed',
  payment_begun: 'Payment begun',
  reservation_extended: 'Reservation extended',
  paid: 'Payment received',
  shipped: 'Shipped',
  tracking_changed: 'Carrier or number of the parcel changed',
  cancelled: 'Cancelled',
  refunded: 'Payment refunded, order cancelled',
  late_payment_refunded: 'A payment that came too late was refunded',
  payment_disagrees: 'A payment that was not the total was refunded',
  cancellation_begun: 'Cancellation begun',
  cancellation_withdrawn: 'Cancellation withdrawn',
  refund_begun: 'Refund begun',
  refund_withdrawn: 'Refund withdrawn',
  repaired: 'Checked against the card provider and repaired',
}

/**
 * Who did a step: to a customer himself, our staff or the shop; to the staff people have names. A
 * reservation that nobody cancelled has run out.
 */
export function doerOf({ kind, by, name }: OrderStep, customer: string | null): string {
  if (by === 'customer') return customer === null ? 'by you' : `by ${name ?? customer}`
  if (by === 'staff') return name === null ? 'by our staff' : `by ${name}, staff`
  return kind === 'cancelled' ? 'by the shop: the reservation had run out' : 'by the shop'
}
