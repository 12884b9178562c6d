import type { Order } from '@freehub/contract/orders/orders'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Asker } from '../../identity/guards.ts'
import { orderOf, selectOrders } from './order-row.ts'

/** One order: the asker's own, or for an admin anybody's. Somebody else's looks missing. */
export async function readOrder(db: Db, asker: Asker, id: string): Promise<Order | Refusal> {
  const row = await selectOrders(db)
    .where('orders.id', '=', id)
    .$if(asker.role !== 'admin', (query) => query.where('orders.user_id', '=', asker.id))
    .executeTakeFirst()
  return row ? orderOf(row) : refuse('order_missing')
}
