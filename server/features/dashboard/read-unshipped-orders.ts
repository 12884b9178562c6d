import type { Overview } from '@freehub/contract/dashboard/calls'
import { dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'

type UnshippedOrders = Pick<Overview, 'waiting' | 'waitingCount'>

const MAX_ORDERS = 10

/** The condition of the partial index on payment time. */
const isUnshipped = sql`paid_at is not null and shipped_at is null and cancelled_at is null
  and refund_began_at is null`

/** Reads the paid orders to be shipped, longest waiting first, and their count. */
export async function readUnshippedOrders(tx: Tx): Promise<UnshippedOrders> {
  const { rows } = await sql<UnshippedOrders['waiting'][number] & { paidAt: Date; cents: number }>`
    select orders.id as "_id", email, name, quantity, part_name as "productName",
      total_cents as cents, paid_at as "paidAt"
    from (select * from orders where ${isUnshipped} order by paid_at, id limit ${MAX_ORDERS}) orders
    join order_lines on order_id = orders.id and line = 1
    order by paid_at, orders.id`.execute(tx)
  const total = await sql<{ count: number }>`
    select count(*) from orders where ${isUnshipped}`.execute(tx)
  return {
    waiting: rows.map(({ cents, paidAt, ...order }) => ({
      ...order,
      totalPrice: dollarsOf(cents),
      paidAt: paidAt.toISOString(),
    })),
    waitingCount: total.rows[0]?.count ?? 0,
  }
}
