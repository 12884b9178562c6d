import { dollarsOf } from '@freehub/contract/money'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Principal } from '../identity/guards.ts'
import { type PlaceOrderDeps, placeOrder } from './place-order.ts'
import type { PlacedOrder } from './write-order.ts'

export interface ReorderedOrder extends PlacedOrder {
  productId: string
  totalPrice: number
}

/** Places the customer's own order again, in any state, at the current price. */
export async function reorder(
  deps: PlaceOrderDeps,
  customer: Principal,
  orderId: string,
  key: string | undefined,
): Promise<ReorderedOrder | Refusal> {
  const order = await deps.db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['part_id as productId', 'quantity', 'phone', 'address'])
    .where('orders.id', '=', orderId)
    .where('user_id', '=', customer.id)
    .where('line', '=', 1)
    .executeTakeFirst()
  if (!order) return refuse('order_missing')
  const placed = await placeOrder(deps, customer, order, key, ['reorder', orderId])
  if (isRefusal(placed)) return placed
  const totalPrice = await readTotal(deps.db, placed.orderId)
  return { ...placed, productId: order.productId, totalPrice }
}

async function readTotal(db: Db, orderId: string): Promise<number> {
  const { total_cents } = await db
    .selectFrom('orders')
    .select('total_cents')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return dollarsOf(total_cents)
}
