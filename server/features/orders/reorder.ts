import { dollarsOf } from '@freehub/contract/money'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Asker } from '../identity/guards.ts'
import { type PlaceDeps, type Placed, placeOrder } from './place-order.ts'

export interface Reordered extends Placed {
  productId: string
  /** In dollars: what the part costs may have changed since. */
  totalPrice: number
}

/**
 * Orders the same again for whoever ordered it, to the same address, at what it costs now, whatever
 * has become of the first order.
 */
export async function reorder(
  deps: PlaceDeps,
  customer: Asker,
  orderId: string,
  key: string | undefined,
): Promise<Reordered | Refusal> {
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
