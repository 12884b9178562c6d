import { dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'
import { type DateRange, formatIsoDay, listDays } from './date-range.ts'

interface DayTotals {
  paidCents: number
  refundedCents: number
  orders: number
}

/** Reads payments and refunds by UTC day. A refunded order counts as paid and as refunded. */
export async function readRevenue(tx: Tx, { previousFrom, from, until }: DateRange) {
  // Both selects are index-only scans. `date_bin` is the fastest way to group by day.
  const { rows } = await sql<DayTotals & { day: Date }>`
    select day, sum(paid) as "paidCents", sum(refunded) as "refundedCents", sum(orders) as orders from (
      select date_bin('24 hours', paid_at, ${previousFrom}) as day,
        sum(total_cents) as paid, 0 as refunded, count(*) as orders
      from orders where paid_at >= ${previousFrom} and paid_at < ${until} group by 1
      union all
      select date_bin('24 hours', refunded_at, ${previousFrom}), 0, sum(total_cents), 0
      from orders where refunded_at >= ${previousFrom} and refunded_at < ${until} group by 1
    ) movements group by day`.execute(tx)
  const totalsByDay = new Map(rows.map(({ day, ...sums }) => [formatIsoDay(day), sums]))
  const listDayTotals = (start: Date, end: Date) =>
    listDays(start, end).map((day) => ({ day, ...(totalsByDay.get(day) ?? NO_TOTALS) }))
  const days = listDayTotals(from, until)
  return {
    ...toRevenue(sumDays(days)),
    byDay: days.map(({ day, ...sums }) => ({ day, ...toRevenue(sums) })),
    before: toRevenue(sumDays(listDayTotals(previousFrom, from))),
  }
}

const NO_TOTALS: DayTotals = { paidCents: 0, refundedCents: 0, orders: 0 }

function sumDays(days: DayTotals[]): DayTotals {
  return days.reduce(
    (sum, { paidCents, refundedCents, orders }) => ({
      paidCents: sum.paidCents + paidCents,
      refundedCents: sum.refundedCents + refundedCents,
      orders: sum.orders + orders,
    }),
    NO_TOTALS,
  )
}

/** Converts sums from cents to dollars. Sums of dollars would have floating-point errors. */
function toRevenue({ paidCents, refundedCents, orders }: DayTotals) {
  return {
    paid: dollarsOf(paidCents),
    refunded: dollarsOf(refundedCents),
    net: dollarsOf(paidCents - refundedCents),
    orders,
  }
}
