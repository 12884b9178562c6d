import type { OrderStep } from '@freehub/contract/orders/orders'

export const stepLabels: Record<OrderStep['kind'], string> = {
  placed: 'Order placed',
  payment_begun: 'Payment started',
  reservation_extended: 'Reservation extended',
  paid: 'Payment received',
  shipped: 'Shipped',
  tracking_changed: 'Tracking updated',
  cancelled: 'Cancelled',
  refunded: 'Payment refunded, order cancelled',
  late_payment_refunded: 'Late payment refunded',
  payment_disagrees: 'Payment of a wrong amount refunded',
  cancellation_begun: 'Cancellation started',
  cancellation_withdrawn: 'Cancellation withdrawn',
  refund_begun: 'Refund started',
  refund_withdrawn: 'Refund withdrawn',
  repaired: 'Checked with the card provider and corrected',
}

/**
 * Formats who performed a step, as `by …`. Customers see "you", "our staff" or "the shop". Staff see
 * names. The shop cancels an order only when its reservation expires.
 */
export function formatActor({ kind, by, name }: OrderStep, customer: string | null): string {
  if (by === 'customer') return customer === null ? 'by you' : `by ${name ?? customer}`
  if (by === 'staff') return name === null ? 'by our staff' : `by ${name}, staff`
  return kind === 'cancelled' ? 'by the shop: the reservation expired' : 'by the shop'
}
