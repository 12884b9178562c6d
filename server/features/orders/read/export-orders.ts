import { dollarsOf } from '@freehub/contract/money'
import { orderStatus } from '@freehub/contract/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { buildOrderQuery, type OrderFilters } from './list-orders.ts'
import { streamOrderIds } from './query-orders.ts'

const BATCH_SIZE = 250

export async function* exportOrders(db: Db, filters: OrderFilters): AsyncGenerator<string[][]> {
  const query = buildOrderQuery(filters, { size: BATCH_SIZE })
  for await (const ids of streamOrderIds(db, query, BATCH_SIZE)) {
    if (ids.length > 0) yield formatRows(await selectRows(db, ids).execute())
  }
}

function selectRows(db: Db, ids: string[]) {
  return db
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
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number]

const formatDollarAmount = (cents: number) => dollarsOf(cents).toFixed(2)

/** The cells of a row, by column. */
const cells: Record<string, (order: Row) => string | null | undefined> = {
  id: (order) => order.id,
  placedAt: (order) => order.placed_at.toISOString(),
  status: (order) => orderStatus({ paidAt: order.paid_at, shippedAt: order.shipped_at }),
  email: (order) => order.email,
  name: (order) => order.name,
  phone: (order) => order.phone,
  address: (order) => order.address,
  sku: (order) => order.sku,
  product: (order) => order.part_name,
  productId: (order) => order.part_id,
  quantity: (order) => String(order.quantity),
  unitPrice: (order) => formatDollarAmount(order.unit_price_cents),
  totalPrice: (order) => formatDollarAmount(order.total_cents),
  paidAt: (order) => order.paid_at?.toISOString(),
  transactionId: (order) => order.transaction_id,
  shippedAt: (order) => order.shipped_at?.toISOString(),
  carrier: (order) => order.carrier,
  trackingNumber: (order) => order.tracking_number,
}

export const ORDER_COLUMNS = Object.keys(cells)

const formatRows = (rows: Row[]) =>
  rows.map((row) => Object.values(cells).map((format) => format(row) ?? ''))
