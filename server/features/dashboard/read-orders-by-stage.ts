import type { Overview } from '@freehub/contract/dashboard/calls'
import { dollarsOf } from '@freehub/contract/money'
import { orderStage } from '@freehub/contract/orders/order-schemas'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'
import type { DateRange } from './date-range.ts'

type OrdersByStage = Overview['ordersByStage']

/** Counts the orders placed in the range by their current stage. Includes stages without orders. */
export async function readOrdersByStage(
  tx: Tx,
  { from, until }: DateRange,
): Promise<OrdersByStage> {
  const { rows } = await sql<{ stage: string; count: number; cents: number }>`
    select case
        when refunded_at is not null then 'Refunded'
        when cancelled_at is not null then 'Cancelled'
        when shipped_at is not null then 'Shipped'
        when paid_at is not null then 'Paid'
        else 'Pending'
      end as stage, count(*) as count, sum(total_cents) as cents
    from orders where placed_at >= ${from} and placed_at < ${until} group by 1`.execute(tx)
  return orderStage.options.map((stage) => {
    const { count, cents } = rows.find((row) => row.stage === stage) ?? { count: 0, cents: 0 }
    return { stage, count, total: dollarsOf(cents) }
  })
}
