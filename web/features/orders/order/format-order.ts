import { formatDollars, pluralize } from '@freehub/contract/money'
import type { Order, OrderHistory, OrderStep } from '@freehub/contract/orders/orders'
import { isBeingRefunded } from './order-rules.ts'

export type NamedOrder = Pick<Order, 'orderNumber' | 'productName' | 'lineCount' | 'totalPrice'>

/**
 * Names an order in a dialog: `Order FH-104216: Holm chain`. For several lines, shows their number and the total instead
 * of the part. For staff, a second line names the customer.
 */
export function nameOrder(
  { orderNumber, productName, lineCount, totalPrice }: NamedOrder,
  customer?: string,
): string {
  const content =
    lineCount > 1
      ? `${pluralize(lineCount, 'line', 'lines')}, ${formatDollars(totalPrice)}`
      : productName
  return `Order ${orderNumber}: ${content}${customer ? `\nCustomer: ${customer}` : ''}`
}

/** Formats an address with several lines as one line. */
export const formatAddressLine = (address: string) => address.replace(/,?\s*\n\s*/g, ', ')

/** Describes the state of an order. Staff also see that a refund of any of its payments failed. */
export function formatStage(order: OrderHistory): string {
  const state = formatState(order)
  return order.hasFailedRefund
    ? `${state} A refund failed. Check at the card provider whether the customer has the money.`
    : state
}

function formatState(order: OrderHistory): string {
  const { stage, totalPrice, isDisputed, hasFailedRefund } = order
  const dispute = isDisputed ? ' The customer disputes the payment.' : ''
  if (stage === 'Pending') return 'Waiting for the payment.'
  if (isBeingRefunded(order)) {
    return `Paid.${dispute} Refund started. It completes when the card provider responds.`
  }
  if (stage === 'Paid')
    return dispute ? `Paid.${dispute} Do not ship the order.` : 'Paid. Ready to ship.'
  if (stage === 'Shipped') return `Paid and shipped.${dispute}`
  if (stage === 'Refunded') {
    if (hasFailedRefund) return 'Cancelled.'
    return `Cancelled. ${formatDollars(totalPrice)} was refunded to the card. Banks take a few days to show it.`
  }
  return 'Cancelled. No payment is due. The pieces are back in stock.'
}

export const stepLabels: Record<OrderStep['kind'], string> = {
  placed: 'Order placed',
  payment_begun: 'Payment page opened',
  reservation_extended: 'Reservation extended',
  details_changed: 'Details changed',
  paid: 'Payment received',
  shipped: 'Shipped',
  tracking_changed: 'Tracking updated',
  cancelled: 'Cancelled',
  lines_cancelled: 'Partially cancelled',
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
 * Formats the actor of a step as `by …`. Customers see "you", "our staff" or "the shop", and staff
 * see names. `customerNameForStaff` is null if the customer views the order. The shop itself cancels
 * an order only when its reservation expires.
 */
export function formatActor(
  { kind, by, name }: OrderStep,
  customerNameForStaff: string | null,
): string {
  if (by === 'customer')
    return customerNameForStaff === null ? 'by you' : `by ${name ?? customerNameForStaff}`
  if (by === 'staff') return name === null ? 'by our staff' : `by ${name}, staff`
  return kind === 'cancelled' ? 'by the shop: the reservation expired' : 'by the shop'
}
