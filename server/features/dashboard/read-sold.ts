import { type Overview, RUNNING_LOW_DAYS } from '@freehub/contract/dashboard/overview'
import { dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'
import type { Span } from './span.ts'

type Sold = Pick<Overview, 'piecesByFamily' | 'runningLow' | 'runningLowCount' | 'soldOutCount'>

interface Row {
  families: { family: string | null; pieces: number; cents: number }[]
  low: Overview['runningLow']
  lowCount: number
  soldOutCount: number
}

const LISTED = 10

/**
 * How many pieces were sold of each family, and which parts run low at that pace. What was sold is
 * gathered once for both: it is most of the work. Of a part that still can be ordered at least one
 * day is left, so that 0 says it cannot.
 */
export async function readSold(tx: Tx, { days, from, until }: Span): Promise<Sold> {
  const { rows } = await sql<Row>`
    with sold as materialized (
      select part_id, sum(quantity) as pieces, sum(quantity::bigint * unit_price_cents) as cents
      from orders join order_lines on order_id = orders.id
      where paid_at >= ${from} and paid_at < ${until} and refunded_at is null
      group by part_id
    ), of_family as (
      select families.name as family, sum(pieces)::bigint as pieces, sum(cents)::bigint as cents
      from sold join parts on parts.id = part_id left join families on code = family_code
      group by families.name
    ), stocked as (
      select id, name, minimum_order, on_hand - reserved as available,
        coalesce(pieces, 0)::bigint as sold
      from parts left join sold on part_id = id
      where deleted_at is null
    ), low as (
      select *, case when available < minimum_order then 0
        else greatest(available::bigint * ${days}::int / sold, 1) end as days_left
      from stocked
      where available < minimum_order
        or available::bigint * ${days}::int <= sold * ${RUNNING_LOW_DAYS}::int
    ), first as (
      select * from low order by days_left, sold desc, name, id limit ${LISTED}
    )
    select
      (select coalesce(json_agg(of_family order by pieces desc, family), '[]') from of_family) as families,
      (select coalesce(json_agg(json_build_object('_id', id, 'name', name,
        'availableQuantity', available, 'minimumOrder', minimum_order, 'sold', sold,
        'daysLeft', days_left) order by days_left, sold desc, name, id), '[]') from first) as low,
      (select count(*) from low) as "lowCount",
      (select count(*) from low where days_left = 0) as "soldOutCount"`.execute(tx)
  const { families, low, lowCount, soldOutCount } = rows[0] as Row
  return {
    piecesByFamily: families.map(({ family, pieces, cents }) => ({
      family,
      pieces,
      total: dollarsOf(cents),
    })),
    runningLow: low,
    runningLowCount: lowCount,
    soldOutCount,
  }
}
