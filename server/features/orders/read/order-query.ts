import { dollarsOf } from '@freehub/contract/money'
import { type Order, orderStatus } from '@freehub/contract/orders/orders'
import { refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type Principal, visibleTo } from '../../identity/guards.ts'

export function selectLiveOrders(db: Db) {
  return selectAllOrders(db).where('cancelled_at', 'is', null)
}

/** Selects orders like `selectLiveOrders`, including cancelled ones. */
export function selectAllOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('order_lines', (join) =>
      join.onRef('order_lines.order_id', '=', 'orders.id').on('order_lines.line', '=', 1),
    )
    .select(['orders.id', 'orders.user_id', 'email', 'orders.name', 'phone', 'address'])
    .select(['total_cents', 'paid_at', 'shipped_at', 'transaction_id'])
    .select(['part_id', 'part_name', 'quantity'])
}

type OrderRow = Awaited<ReturnType<ReturnType<typeof selectLiveOrders>['execute']>>[number]

export function toOrder(row: OrderRow): Order {
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    address: row.address,
    quantity: row.quantity,
    productName: row.part_name,
    productId: row.part_id,
    totalPrice: dollarsOf(row.total_cents),
    paid: row.paid_at !== null,
    transactionId: row.transaction_id,
    status: orderStatus({ paidAt: row.paid_at, shippedAt: row.shipped_at }),
  }
}

/** Reads an order of the user, or any order for an admin. Another user's order looks missing. */
export async function readOrder(db: Db, principal: Principal, id: string) {
  const row = await selectLiveOrders(db)
    .where('orders.id', '=', id)
    .where(visibleTo(principal))
    .executeTakeFirst()
  return row ? toOrder(row) : refuse('order_missing')
}
