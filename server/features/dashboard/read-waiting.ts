import type { Overview } from '@freehub/contract/dashboard/overview'
import { dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'

type Waiting = Pick<Overview, 'waiting' | 'waitingCount'>

const LISTED = 10

/** In the words of the index that has them by their payment. */
const waits = sql`paid_at is not null and shipped_at is null and cancelled_at is null
  and refund_began_at is null`

/** What is paid and to be shipped, longest first, and how much of it there is. */
export async function readWaiting(tx: Tx): Promise<Waiting> {
  const { rows } = await sql<Waiting['waiting'][number] & { paidAt: Date; cents: number }>`
    select orders.id as "_id", email, name, quantity, part_name as "productName",
      total_cents as cents, paid_at as "paidAt"
    from (select * from orders where ${waits} order by paid_at, id limit ${LISTED}) orders
    join order_lines on order_id = orders.id and line = 1
    order by paid_at, orders.id`.execute(tx)
  const counted = await sql<{ count: number }>`
    select count(*) from orders where ${waits}`.execute(tx)
  return {
    waiting: rows.map(({ cents, paidAt, ...order }) => ({
      ...order,
      totalPrice: dollarsOf(cents),
      paidAt: paidAt.toISOString(),
    })),
    waitingCount: counted.rows[0]?.count ?? 0,
  }
}
