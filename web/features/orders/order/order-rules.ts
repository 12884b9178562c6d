import {
  type Order,
  type OrderHistory,
  type OrderStatus,
  orderCan,
} from '@freehub/contract/orders/orders'

/** True if the order allows the action. False for cancelled and refunded orders, whose stages `orderCan` does not know. */
export function isActionAllowed(
  { stage }: Pick<OrderHistory, 'stage'>,
  action: Parameters<typeof orderCan>[1],
): boolean {
  if (stage === 'Cancelled' || stage === 'Refunded') return false
  return orderCan(stage as OrderStatus, action)
}

/** True during a refund. False for customers, whose history leaves out the steps of a refund. */
export function isBeingRefunded({ stage, steps }: Pick<OrderHistory, 'stage' | 'steps'>): boolean {
  const last = steps.findLast(({ kind }) => kind === 'refund_begun' || kind === 'refund_withdrawn')
  return stage === 'Paid' && last?.kind === 'refund_begun'
}

/** Returns the unpaid order whose reservation ends first. */
export function findFirstToExpire<Unpaid extends Pick<Order, 'reservedUntil'>>(
  orders: Unpaid[],
): Unpaid | undefined {
  const expiryOf = ({ reservedUntil }: Unpaid) => Date.parse(reservedUntil ?? '')
  return orders.toSorted((a, b) => expiryOf(a) - expiryOf(b))[0]
}
