import type { Overview } from '@freehub/contract/dashboard/overview'
import { dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'
import type { Span } from './span.ts'

type Stages = Overview['ordersByStage']

const STAGES: readonly Stages[number]['stage'][] = [
  'Pending',
  'Paid',
  'Shipped',
  'Cancelled',
  'Refunded',
]

/** What has become of the orders that were placed in the span: every stage, also where there are none. */
export async function readStages(tx: Tx, { from, until }: Span): Promise<Stages> {
  const { rows } = await sql<{ stage: string; count: number; cents: number }>`
    select case
        when refunded_at is not null then 'Refunded'
        when cancelled_at is not null then 'Cancelled'
        when shipped_at is not null then 'Shipped'
        when paid_at is not null then 'Paid'
        else 'Pending'
      end as stage, count(*) as count, sum(total_cents) as cents
    from orders where placed_at >= ${from} and placed_at < ${until} group by 1`.execute(tx)
  return STAGES.map((stage) => {
    const { count, cents } = rows.find((row) => row.stage === stage) ?? { count: 0, cents: 0 }
    return { stage, count, total: dollarsOf(cents) }
  })
}
