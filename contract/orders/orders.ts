import type { z } from 'zod'
import type * as wire from './order-schemas.ts'

export type Order = z.infer<typeof wire.order>
export type OrderStatus = z.infer<typeof wire.orderStatus>
export type OrderStage = z.infer<typeof wire.orderStage>
export type OrderStep = z.infer<typeof wire.orderStep>
export type OrderHistory = z.infer<typeof wire.orderHistory>
export type OrderPayments = z.infer<typeof wire.orderPayments>
export type OrderIntent = z.infer<typeof wire.orderIntent>
export type Tracking = z.infer<typeof wire.tracking>
export type Shipment = z.infer<typeof wire.shipment>
export type PlacedOrder = z.infer<typeof wire.newOrderAnswer>
export type Reordered = z.infer<typeof wire.reorderAnswer>
export type Released = z.infer<typeof wire.released>
export type Repair = z.infer<typeof wire.repair>
export type OrdersSort = z.infer<typeof wire.ordersSort>
export type NewOrder = z.infer<typeof wire.newOrder>

export type OrderAction = 'pay' | 'cancel' | 'extend' | 'ship' | 'refund'

/** What may follow what: read by the server's guards and by the screens' buttons alike. */
const allowed: Record<OrderStatus, readonly OrderAction[]> = {
  Pending: ['pay', 'cancel', 'extend'],
  Paid: ['ship', 'refund'],
  Shipped: [],
}

/** True when this can be done with an order of this status. */
export function orderCan(status: OrderStatus, action: OrderAction): boolean {
  return allowed[status].includes(action)
}

/** The status of an order, derived from its facts. */
export function orderStatus(facts: { paidAt: Date | null; shippedAt: Date | null }): OrderStatus {
  if (facts.shippedAt) return 'Shipped'
  return facts.paidAt ? 'Paid' : 'Pending'
}
