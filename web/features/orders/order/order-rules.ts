import {
  type Order,
  type OrderHistory,
  type OrderLine,
  type OrderStatus,
  orderCan,
} from '@freehub/contract/orders/orders'
import type { SessionUser } from '../../identity/session.ts'

/** The dialog of an action that needs confirmation or input. An order line stands for the dialog that cancels this line. */
export type OrderDialog = 'cancel' | 'extend' | 'ship' | 'refund' | 'track' | 'delivery' | OrderLine

/** True if the order allows the action. False for cancelled and refunded orders, whose stages `orderCan` does not know. */
export function isActionAllowed(
  { stage }: Pick<OrderHistory, 'stage'>,
  action: Parameters<typeof orderCan>[1],
): boolean {
  if (stage === 'Cancelled' || stage === 'Refunded') return false
  return orderCan(stage as OrderStatus, action)
}

/** True if the viewer may open this dialog in the current state of the order. */
export function canOpenDialog(
  order: OrderHistory,
  { admin, email }: Pick<SessionUser, 'admin' | 'email'>,
  action: string,
): action is OrderDialog & string {
  if (action === 'cancel') return isActionAllowed(order, action)
  if (action === 'extend') return order.email === email && Boolean(order.extendableTo)
  if (action === 'track') return admin && order.stage === 'Shipped'
  // Staff can continue a refund after a failure.
  if (action === 'refund') return admin && isActionAllowed(order, action)
  if (action === 'ship') return admin && isShippable(order)
  if (action !== 'delivery') return false
  return admin && isActionAllowed(order, 'editDelivery') && !isBeingRefunded(order)
}

/** True if staff may ship the order: it is paid, not being refunded, and its payment is not disputed. */
export const isShippable = (order: Pick<OrderHistory, 'stage' | 'steps' | 'isDisputed'>) =>
  isActionAllowed(order, 'ship') && !isBeingRefunded(order) && !order.isDisputed

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
