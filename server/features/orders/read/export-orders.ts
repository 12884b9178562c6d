import { dollarsOf } from '@freehub/contract/money'
import { orderStatus } from '@freehub/contract/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { buildOrderQuery, type OrderFilters } from './list-orders.ts'
import { streamOrderIds } from './query-orders.ts'

const BATCH_SIZE = 250

export const ORDER_COLUMNS = [
  'id',
  'placedAt',
  'status',
  'email',
  'name',
  'phone',
  'address',
  'sku',
  'product',
  'productId',
  'quantity',
  'unitPrice',
  'totalPrice',
  'paidAt',
  'transactionId',
  'shippedAt',
  'carrier',
  'trackingNumber',
] as const

export async function* exportOrders(db: Db, filters: OrderFilters): AsyncGenerator<string[][]> {
  const query = buildOrderQuery(filters, { size: BATCH_SIZE })
  for await (const ids of streamOrderIds(db, query, BATCH_SIZE)) {
    if (ids.length > 0) yield await readRows(db, ids)
  }
}

async function readRows(db: Db, ids: string[]): Promise<string[][]> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .leftJoin('parts', 'parts.id', 'order_lines.part_id')
    .select(['orders.id', 'placed_at', 'email', 'orders.name', 'phone', 'address'])
    .select(['part_id', 'part_name', 'quantity', 'order_lines.unit_price_cents', 'parts.sku'])
    .select(['total_cents', 'paid_at', 'transaction_id', 'shipped_at', 'carrier'])
    .select(['tracking_number'])
    .where(sql<boolean>`orders.id = any (${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], orders.id)`)
    .orderBy('line')
    .execute()
  return orders.map((order) => [
    order.id,
    order.placed_at.toISOString(),
    orderStatus({ paidAt: order.paid_at, shippedAt: order.shipped_at }),
    order.email,
    order.name,
    order.phone,
    order.address,
    order.sku ?? '',
    order.part_name,
    order.part_id,
    String(order.quantity),
    formatDollarAmount(order.unit_price_cents),
    formatDollarAmount(order.total_cents),
    order.paid_at?.toISOString() ?? '',
    order.transaction_id ?? '',
    order.shipped_at?.toISOString() ?? '',
    order.carrier ?? '',
    order.tracking_number ?? '',
  ])
}

function formatDollarAmount(cents: number): string {
  return dollarsOf(cents).toFixed(2)
}
