import type { z } from 'zod'
import { formatCount } from '../money.ts'
import type * as schemas from './order-schemas.ts'

export type Order = z.infer<typeof schemas.order>
export type OrderStatus = z.infer<typeof schemas.orderStatus>
export type OrderStage = z.infer<typeof schemas.orderStage>
export type StageFilter = z.infer<typeof schemas.stageFilter>
export type OrderStep = z.infer<typeof schemas.orderStep>
export type OrderEventKind = OrderStep['kind']
export type OrderOutcome = z.infer<typeof schemas.orderOutcome>
export type OrderHistory = z.infer<typeof schemas.orderHistory>
export type OrderLine = z.infer<typeof schemas.orderLine>
export type Tracking = z.infer<typeof schemas.tracking>
export type Shipment = z.infer<typeof schemas.shipment>
export type PlacedOrder = z.infer<typeof schemas.placedOrder>
export type ReleaseResult = z.infer<typeof schemas.releaseResult>
export type OrdersSort = z.infer<typeof schemas.ordersSort>
export type OrderDetails = z.infer<typeof schemas.orderDetails>
export type DeliveryChange = z.infer<typeof schemas.deliveryChange>
export type OrderForCustomer = z.infer<typeof schemas.orderForCustomer>
export type ListedOrder = z.infer<typeof schemas.listedOrder>
export type NewOrder = z.infer<typeof schemas.newOrder>

/** Names an order by its first line: `Holm chain and 41 more`. */
export function orderTitle(firstPart: string, lineCount: number): string {
  return lineCount > 1 ? `${firstPart} and ${formatCount(lineCount - 1)} more` : firstPart
}

export type OrderAction = 'pay' | 'cancel' | 'extend' | 'edit' | 'ship' | 'refund' | 'editDelivery'

/** The server checks these actions, and the screens show a button for each. */
const allowedActions: Record<OrderStatus, readonly OrderAction[]> = {
  Pending: ['pay', 'cancel', 'extend', 'edit', 'editDelivery'],
  Paid: ['ship', 'refund', 'editDelivery'],
  Shipped: [],
}

export function orderCan(status: OrderStatus, action: OrderAction): boolean {
  return allowedActions[status].includes(action)
}

/** Derives the status of an order that is not cancelled. */
export function deriveOrderStatus(order: {
  paidAt: Date | null
  shippedAt: Date | null
}): OrderStatus {
  if (order.shippedAt) return 'Shipped'
  return order.paidAt ? 'Paid' : 'Pending'
}
