import { dollarsOf } from '@freehub/contract/money'
import { orderStage } from '@freehub/contract/orders/order-schemas'
import type { Overview } from '@freehub/contract/overview/calls'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { inSnapshot } from '../../platform/database/in-snapshot.ts'
import { isShippable } from '../../platform/database/order-conditions.ts'
import { type DateRange, formatDateRange, readDateRange } from './date-range.ts'
import { orderedLines, type SummaryRow, summaryColumns, toOrderSummary } from './order-summary.ts'
import { readRevenue } from './read-revenue.ts'
import { readSalesAndLowStock } from './read-sales-and-low-stock.ts'
import { readUnpaidReservations } from './read-unpaid-reservations.ts'

/** Reads the staff's overview of the last `days` days. */
export async function readOverview(db: Db, days: number): Promise<Overview> {
  return inSnapshot(db, async (tx) => {
    const range = await readDateRange(tx, days)
    return {
      ...formatDateRange(range),
      takings: await readRevenue(tx, range),
      ordersByStage: await readOrdersByStage(tx, range),
      ...(await readSalesAndLowStock(tx, range)),
      ...(await readUnshippedOrders(tx)),
      reserved: await readUnpaidReservations(tx),
    }
  })
}

type OrdersByStage = Overview['ordersByStage']

/** Returns number and total value of the orders placed in the range, by current stage. Includes empty stages. */
async function readOrdersByStage(tx: Tx, { from, until }: DateRange): Promise<OrdersByStage> {
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

type UnshippedOrders = Pick<Overview, 'waiting' | 'waitingCount'>

interface UnshippedOrderRow extends SummaryRow {
  email: string
  name: string
  cents: number
  paidAt: Date
}

const MAX_ORDERS = 10

async function readUnshippedOrders(tx: Tx): Promise<UnshippedOrders> {
  const { rows } = await sql<UnshippedOrderRow>`
    select ${summaryColumns}, email, name, total_cents as cents, paid_at as "paidAt"
    from (select * from orders where ${isShippable} order by paid_at, id limit ${MAX_ORDERS}) orders
    ${orderedLines}
    order by paid_at, orders.id`.execute(tx)
  const total = await sql<{ count: number }>`
    select count(*) from orders where ${isShippable}`.execute(tx)
  return {
    waiting: rows.map(({ cents, paidAt, ...order }) => ({
      ...toOrderSummary(order),
      totalPrice: dollarsOf(cents),
      paidAt: paidAt.toISOString(),
    })),
    waitingCount: total.rows[0]?.count ?? 0,
  }
}
