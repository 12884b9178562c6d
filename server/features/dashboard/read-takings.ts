import type { Overview } from '@freehub/contract/dashboard/overview'
import { dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connections/connect.ts'
import { dayOf, daysBetween, type Span } from './span.ts'

interface Day {
  paid: number
  refunded: number
  orders: number
}

/**
 * What was paid and what went back, day by day of UTC and in all, beside the same number of days
 * before. Money that was refunded counts on the day it came and on the day it went.
 */
export async function readTakings(
  tx: Tx,
  { before, from, until }: Span,
): Promise<Overview['takings']> {
  // Along two indexes, which have all that is asked; date_bin is the quickest way to tell days.
  const { rows } = await sql<Day & { day: Date }>`
    select day, sum(paid) as paid, sum(refunded) as refunded, sum(orders) as orders from (
      select date_bin('24 hours', paid_at, ${before}) as day,
        sum(total_cents) as paid, 0 as refunded, count(*) as orders
      from orders where paid_at >= ${before} and paid_at < ${until} group by 1
      union all
      select date_bin('24 hours', refunded_at, ${before}), 0, sum(total_cents), 0
      from orders where refunded_at >= ${before} and refunded_at < ${until} group by 1
    ) both_ways group by day`.execute(tx)
  const known = new Map(rows.map(({ day, ...sums }) => [dayOf(day), sums]))
  const daysOf = (start: Date, end: Date) =>
    daysBetween(start, end).map((day) => ({ day, ...(known.get(day) ?? NOTHING) }))
  const days = daysOf(from, until)
  return {
    ...said(sumOf(days)),
    byDay: days.map(({ day, ...sums }) => ({ day, ...said(sums) })),
    before: said(sumOf(daysOf(before, from))),
  }
}

const NOTHING: Day = { paid: 0, refunded: 0, orders: 0 }

function sumOf(days: Day[]): Day {
  return days.reduce(
    (sum, { paid, refunded, orders }) => ({
      paid: sum.paid + paid,
      refunded: sum.refunded + refunded,
      orders: sum.orders + orders,
    }),
    NOTHING,
  )
}

/** Cents become dollars last, so that nothing is rounded. */
function said({ paid, refunded, orders }: Day) {
  return {
    paid: dollarsOf(paid),
    refunded: dollarsOf(refunded),
    net: dollarsOf(paid - refunded),
    orders,
  }
}
