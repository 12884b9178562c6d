import { dollarsOf } from '@freehub/contract/money'
import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import {
  deriveOrderStatus,
  type Order,
  type OrderStage,
  orderTitle,
} from '@freehub/contract/orders/orders'
import { refuse } from '@freehub/contract/refusals'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { type Principal, visibleTo } from '../../identity/guards.ts'

/** Selects orders that are not cancelled, with their first line. */
export function selectActiveOrders(db: Db) {
  return selectAllOrders(db).where('cancelled_at', 'is', null)
}

/** Selects orders with their first line, cancelled orders included. */
export function selectAllOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoinLateral(firstLine, (join) => join.onTrue())
    .select(['orders.id', 'orders.user_id', 'email', 'orders.name', 'phone', 'address'])
    .select(['customer_reference', 'note'])
    .select(['total_cents', 'paid_at', 'shipped_at', 'transaction_id', 'placed_at'])
    .select(['reserved_until', 'cancelled_at', 'refunded_at'])
    .select(['orders.number', 'line_count', 'part_id', 'part_name', orderedQuantity.as('quantity')])
    .select((eb) =>
      eb
        .selectFrom('parts')
        .select('img')
        .whereRef('parts.id', '=', 'first_line.part_id')
        .where('deleted_at', 'is', null)
        .as('img'),
    )
}

/** The first line of an order, not counting cancelled lines. */
export const firstLine = (eb: ExpressionBuilder<Database, 'orders'>) =>
  eb
    .selectFrom('order_lines')
    .select(['part_id', 'part_name', 'quantity'])
    .whereRef('order_lines.order_id', '=', 'orders.id')
    .whereRef('cancelled_quantity', '<', 'quantity')
    .orderBy('line')
    .limit(1)
    .as('first_line')

/** The total quantity of the lines that are not cancelled. Requires `firstLine`. */
export const orderedQuantity = sql<number>`case when line_count = 1 then first_line.quantity else (
  select sum(l.quantity - l.cancelled_quantity) from order_lines l where l.order_id = orders.id) end`

type OrderRow = Awaited<ReturnType<ReturnType<typeof selectActiveOrders>['execute']>>[number]

/** Converts a row of `selectAllOrders`. */
export function toOrder(row: OrderRow): Order {
  const stage = deriveStage(row)
  return {
    _id: row.id,
    orderNumber: formatOrderNumber(row.number),
    lineCount: row.line_count,
    email: row.email,
    name: row.name,
    phone: row.phone,
    address: row.address,
    reference: row.customer_reference,
    quantity: row.quantity,
    productName: orderTitle(row.part_name, row.line_count),
    productId: row.part_id,
    img: row.img,
    totalPrice: dollarsOf(row.total_cents),
    paid: row.paid_at !== null,
    transactionId: row.transaction_id,
    status: deriveOrderStatus({ paidAt: row.paid_at, shippedAt: row.shipped_at }),
    stage,
    placedAt: row.placed_at.toISOString(),
    reservedUntil: stage === 'Pending' ? row.reserved_until.toISOString() : null,
  }
}

type OrderFacts = Pick<
  Selectable<Database['orders']>,
  'paid_at' | 'shipped_at' | 'cancelled_at' | 'refunded_at'
>

/** Derives the stage of an order from the times of its refund, cancellation, payment and shipment. */
export function deriveStage(order: OrderFacts): OrderStage {
  if (order.refunded_at) return 'Refunded'
  if (order.cancelled_at) return 'Cancelled'
  return deriveOrderStatus({ paidAt: order.paid_at, shippedAt: order.shipped_at })
}

/** Reads an order that is not cancelled. For customers, another user's order looks missing. */
export async function readOrder(db: Db, principal: Principal, id: string) {
  const row = await selectActiveOrders(db)
    .where('orders.id', '=', id)
    .where(visibleTo(principal))
    .executeTakeFirst()
  return row ? toOrder(row) : refuse('order_missing')
}
