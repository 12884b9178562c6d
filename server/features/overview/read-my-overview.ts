import { dollarsOf } from '@freehub/contract/money'
import { deriveOrderStatus } from '@freehub/contract/orders/orders'
import type { MyOverview } from '@freehub/contract/overview/calls'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { inSnapshot } from '../../platform/database/in-snapshot.ts'
import {
  type DateRange,
  formatDateRange,
  formatIsoDay,
  listDays,
  readDateRange,
} from './date-range.ts'
import { orderedLines, type SummaryRow, summaryColumns, toOrderSummary } from './order-summary.ts'

const MAX_ORDERS = 20

/** Reads a customer's open orders, and the spending of the last `days` days. */
export async function readMyOverview(db: Db, userId: string, days: number): Promise<MyOverview> {
  return inSnapshot(db, async (tx) => {
    const range = await readDateRange(tx, days)
    return {
      ...formatDateRange(range),
      ...(await readOpenOrders(tx, userId)),
      ...(await readSpending(tx, userId, range)),
    }
  })
}

type OpenOrders = Pick<MyOverview, 'open' | 'openCount' | 'unpaidCount' | 'toPay'>

interface OpenOrderRow extends SummaryRow {
  cents: number
  placedAt: Date
  paidAt: Date | null
  reservedUntil: Date
}

const isOpenOrderOf = (userId: string) =>
  sql`user_id = ${userId} and shipped_at is null and cancelled_at is null`

async function readOpenOrders(tx: Tx, userId: string): Promise<OpenOrders> {
  const { rows } = await sql<OpenOrderRow>`
    select ${summaryColumns}, total_cents as cents,
      placed_at as "placedAt", paid_at as "paidAt", reserved_until as "reservedUntil"
    from (
      select * from orders where ${isOpenOrderOf(userId)}
      order by paid_at is not null, coalesce(paid_at, reserved_until), id limit ${MAX_ORDERS}) orders
    ${orderedLines}
    order by paid_at is not null, coalesce(paid_at, reserved_until), orders.id`.execute(tx)
  const totals = await sql<{ open: number; unpaid: number; cents: number }>`
    select count(*) as open, count(*) filter (where paid_at is null) as unpaid,
      coalesce(sum(total_cents) filter (where paid_at is null), 0) as cents
    from orders where ${isOpenOrderOf(userId)}`.execute(tx)
  const { open = 0, unpaid = 0, cents = 0 } = totals.rows[0] ?? {}
  return {
    open: rows.map(({ cents, placedAt, paidAt, reservedUntil, ...order }) => ({
      ...toOrderSummary(order),
      totalPrice: dollarsOf(cents),
      status: deriveOrderStatus({ paidAt, shippedAt: null }),
      placedAt: placedAt.toISOString(),
      reservedUntil: paidAt ? null : reservedUntil.toISOString(),
    })),
    openCount: open,
    unpaidCount: unpaid,
    toPay: dollarsOf(cents),
  }
}

async function readSpending(tx: Tx, userId: string, { from, until }: DateRange) {
  const { rows } = await sql<{ day: Date; cents: number; orders: number }>`
    select date_bin('24 hours', paid_at, ${from}) as day, sum(total_cents) as cents,
      count(*) as orders
    from orders
    where user_id = ${userId} and cancelled_at is null and paid_at >= ${from} and paid_at < ${until}
    group by 1`.execute(tx)
  const sumsByDay = new Map(
    rows.map(({ day, cents, orders }) => [formatIsoDay(day), { cents, orders }]),
  )
  const days = listDays(from, until).map((day) => ({
    day,
    ...(sumsByDay.get(day) ?? { cents: 0, orders: 0 }),
  }))
  return {
    spent: dollarsOf(days.reduce((sum, { cents }) => sum + cents, 0)),
    orders: days.reduce((sum, { orders }) => sum + orders, 0),
    byDay: days.map(({ day, cents, orders }) => ({ day, spent: dollarsOf(cents), orders })),
  }
}
