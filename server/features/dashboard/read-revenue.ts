import { dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'
import { type DateRange, formatDay, listDays } from './date-range.ts'

interface DayTotals {
  paid: number
  refunded: number
  orders: number
}

/** Reads payments and refunds by UTC day. A refunded order counts as paid and as refunded. */
export async function readRevenue(tx: Tx, { previousFrom, from, until }: DateRange) {
  // Both selects are index-only scans. `date_bin` is the fastest way to group by day.
  const { rows } = await sql<DayTotals & { day: Date }>`
    select day, sum(paid) as paid, sum(refunded) as refunded, sum(orders) as orders from (
      select date_bin('24 hours', paid_at, ${previousFrom}) as day,
        sum(total_cents) as paid, 0 as refunded, count(*) as orders
      from orders where paid_at >= ${previousFrom} and paid_at < ${until} group by 1
      union all
      select date_bin('24 hours', refunded_at, ${previousFrom}), 0, sum(total_cents), 0
      from orders where refunded_at >= ${previousFrom} and refunded_at < ${until} group by 1
    ) movements group by day`.execute(tx)
  const totalsByDay = new Map(rows.map(({ day, ...sums }) => [formatDay(day), sums]))
  const listDayTotals = (start: Date, end: Date) =>
    listDays(start, end).map((day) => ({ day, ...(totalsByDay.get(day) ?? NO_TOTALS) }))
  const days = listDayTotals(from, until)
  return {
    ...toRevenue(sumDays(days)),
    byDay: days.map(({ day, ...sums }) => ({ day, ...toRevenue(sums) })),
    before: toRevenue(sumDays(listDayTotals(previousFrom, from))),
  }
}

const NO_TOTALS: DayTotals = { paid: 0, refunded: 0, orders: 0 }

function sumDays(days: DayTotals[]): DayTotals {
  return days.reduce(
    (sum, { paid, refunded, orders }) => ({
      paid: sum.paid + paid,
      refunded: sum.refunded + refunded,
      orders: sum.orders + orders,
    }),
    NO_TOTALS,
  )
}

/** Converts sums to dollars. A conversion before the sum would round each amount. */
function toRevenue({ paid, refunded, orders }: DayTotals) {
  return {
    paid: dollarsOf(paid),
    refunded: dollarsOf(refunded),
    net: dollarsOf(paid - refunded),
    orders,
  }
}
