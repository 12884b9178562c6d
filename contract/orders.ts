import type { z } from 'zod'
import type * as wire from './wire/orders.ts'

export type Order = z.infer<typeof wire.order>
export type OrderStatus = z.infer<typeof wire.orderStatus>
export type NewOrder = z.infer<typeof wire.newOrder>

export type OrderAction = 'pay' | 'cancel' | 'ship'

/** What may follow what: read by the server's guards and by the screens' buttons alike. */
const allowed: Record<OrderStatus, readonly OrderAction[]> = {
  Pending: ['pay', 'cancel'],
  Paid: ['ship'],
  Shipped: [],
}

/** True when an order of this status can be paid, cancelled or shipped. */
export function orderCan(status: OrderStatus, action: OrderAction): boolean {
  return allowed[status].includes(action)
}

/** The status of an order, derived from its facts. */
export function orderStatus(facts: { paidAt: Date | null; shippedAt: Date | null }): OrderStatus {
  if (facts.shippedAt) return 'Shipped'
  return facts.paidAt ? 'Paid' : 'Pending'
}
