import type { MyOverview } from '@freehub/contract/dashboard/overview'
import { dollarsOf } from '@freehub/contract/money'
import { orderStatus } from '@freehub/contract/orders/orders'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { dayOf, daysBetween, type Span, saidSpan, spanOfDays } from './span.ts'

const LISTED = 20

/** A customer's open orders and what he spent, as it stood at one moment. */
export async function readMyOverview(db: Db, userId: string, days: number): Promise<MyOverview> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const span = await spanOfDays(tx, days)
      return {
        ...saidSpan(span),
        ...(await readOpen(tx, userId)),
        ...(await readSpent(tx, userId, span)),
      }
    })
}

type Open = Pick<MyOverview, 'open' | 'openCount' | 'unpaidCount' | 'toPay'>

const isOpen = (userId: string) =>
  sql`user_id = ${userId} and shipped_at is null and cancelled_at is null`

async function readOpen(tx: Tx, userId: string): Promise<Open> {
  const { rows } = await sql<Listed>`
    select orders.id, quantity, part_name, total_cents, placed_at, paid_at, reserved_until
    from (
      select * from orders where ${isOpen(userId)}
      order by paid_at is not null, coalesce(paid_at, reserved_until), id limit ${LISTED}) orders
    join order_lines on order_id = orders.id and line = 1
    order by paid_at is not null, coalesce(paid_at, reserved_until), orders.id`.execute(tx)
  const counted = await sql<{ open: number; unpaid: number; cents: number }>`
    select count(*) as open, count(*) filter (where paid_at is null) as unpaid,
      coalesce(sum(total_cents) filter (where paid_at is null), 0) as cents
    from orders where ${isOpen(userId)}`.execute(tx)
  const { open = 0, unpaid = 0, cents = 0 } = counted.rows[0] ?? {}
  return {
    open: rows.map(openOrder),
    openCount: open,
    unpaidCount: unpaid,
    toPay: dollarsOf(cents),
  }
}

interface Listed {
  id: string
  quantity: number
  part_name: string
  total_cents: number
  placed_at: Date
  paid_at: Date | null
  reserved_until: Date
}

function openOrder(row: Listed): Open['open'][number] {
  return {
    _id: row.id,
    quantity: row.quantity,
    productName: row.part_name,
    totalPrice: dollarsOf(row.total_cents),
    status: orderStatus({ paidAt: row.paid_at, shippedAt: null }),
    placedAt: row.placed_at.toISOString(),
    reservedUntil: row.paid_at ? null : row.reserved_until.toISOString(),
  }
}

async function readSpent(tx: Tx, userId: string, { from, until }: Span) {
  const { rows } = await sql<{ day: Date; cents: number; orders: number }>`
    select date_bin('24 hours', paid_at, ${from}) as day, sum(total_cents) as cents,
      count(*) as orders
    from orders
    where user_id = ${userId} and cancelled_at is null and paid_at >= ${from} and paid_at < ${until}
    group by 1`.execute(tx)
  const known = new Map(rows.map(({ day, cents, orders }) => [dayOf(day), { cents, orders }]))
  const days = daysBetween(from, until).map((day) => ({
    day,
    ...(known.get(day) ?? { cents: 0, orders: 0 }),
  }))
  return {
    spent: dollarsOf(days.reduce((sum, { cents }) => sum + cents, 0)),
    orders: days.reduce((sum, { orders }) => sum + orders, 0),
    byDay: days.map(({ day, cents, orders }) => ({ day, spent: dollarsOf(cents), orders })),
  }
}
