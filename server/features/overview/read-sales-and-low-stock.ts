import { LOW_STOCK_DAYS, SALES_RATE_DAYS } from '@freehub/contract/constants'
import { dollarsOf } from '@freehub/contract/money'
import type { Overview } from '@freehub/contract/overview/calls'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'
import { DAY_MS, type DateRange } from './date-range.ts'

type Sales = Pick<Overview, 'piecesByFamily' | 'runningLow' | 'runningLowCount' | 'soldOutCount'>

interface SalesRow {
  families: { family: string | null; quantity: number; cents: number }[]
  low: Overview['runningLow']
  lowCount: number
  soldOutCount: number
}

const MAX_LOW_STOCK_PARTS = 10

/** Reads the quantities sold by family, and the parts that run low at the current sales rate, in one aggregation. */
export async function readSalesAndLowStock(tx: Tx, { from, until }: DateRange): Promise<Sales> {
  const rateFrom = new Date(until.getTime() - SALES_RATE_DAYS * DAY_MS)
  const firstFrom = rateFrom < from ? rateFrom : from
  const { rows } = await sql<SalesRow>`
    with sold as materialized (
      select part_id, sum(quantity) filter (where paid_at >= ${from}) as quantity,
        sum(quantity::bigint * unit_price_cents) filter (where paid_at >= ${from}) as cents,
        sum(quantity) filter (where paid_at >= ${rateFrom}) as recent
      from orders join order_lines on order_id = orders.id
      where paid_at >= ${firstFrom} and paid_at < ${until} and refunded_at is null
        and cancelled_quantity = 0
      group by part_id
    ), of_family as (
      select families.name as family, sum(quantity)::bigint as quantity, sum(cents)::bigint as cents
      from sold join parts on parts.id = part_id left join families on code = family_code
      where quantity > 0
      group by families.name
    ), stocked as (
      select id, name, minimum_order, on_hand - reserved as available,
        coalesce(recent, 0)::bigint as sold
      from parts left join sold on part_id = id
      where deleted_at is null
    ), low as (
      select *, case when available < minimum_order then 0
        else greatest(available::bigint * ${SALES_RATE_DAYS}::int / sold, 1) end as days_left
      from stocked
      where available < minimum_order
        or available::bigint * ${SALES_RATE_DAYS}::int <= sold * ${LOW_STOCK_DAYS}::int
    ), first as (
      select * from low order by days_left, available, sold desc, name, id limit ${MAX_LOW_STOCK_PARTS}
    )
    select
      (select coalesce(json_agg(of_family order by quantity desc, family), '[]') from of_family) as families,
      (select coalesce(json_agg(json_build_object('_id', id, 'name', name,
        'availableQuantity', available, 'minimumOrder', minimum_order, 'sold', sold,
        'daysLeft', days_left) order by days_left, available, sold desc, name, id), '[]') from first) as low,
      (select count(*) from low) as "lowCount",
      (select count(*) from low where days_left = 0) as "soldOutCount"`.execute(tx)
  const { families, low, lowCount, soldOutCount } = rows[0] as SalesRow
  return {
    piecesByFamily: families.map(({ family, quantity, cents }) => ({
      family,
      pieces: quantity,
      total: dollarsOf(cents),
    })),
    runningLow: low,
    runningLowCount: lowCount,
    soldOutCount,
  }
}
