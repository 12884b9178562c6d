import type { Order } from '@freehub/contract/orders/orders'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Principal } from '../../identity/guards.ts'
import { selectLiveOrders, toOrder } from './order-row.ts'

/** Reads an order of the user, or any order for an admin. Another user's order looks missing. */
export async function readOrder(
  db: Db,
  principal: Principal,
  id: string,
): Promise<Order | Refusal> {
  const row = await selectLiveOrders(db)
    .where('orders.id', '=', id)
    .$if(principal.role !== 'admin', (query) => query.where('orders.user_id', '=', principal.id))
    .executeTakeFirst()
  return row ? toOrder(row) : refuse('order_missing')
}
