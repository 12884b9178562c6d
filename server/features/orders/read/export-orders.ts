import { dollarsOf } from '@freehub/contract/money'
import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { buildOrderQuery, type OrderFilters } from './list-orders.ts'
import { streamOrderIds } from './query-orders.ts'
import { formatIssuedNumber, selectIssuedNumber } from './read-order-history.ts'
import { deriveStage } from './select-orders.ts'

const BATCH_SIZE = 250
/** Maximum number of rows that are read at a time. */
const MAX_ROWS = 2000

/** Yields orders as groups of CSV rows. Each line that is not cancelled is a row with the total of its order. */
export async function* exportOrders(
  db: Db,
  filters: OrderFilters,
  userId?: string,
  maxRows = MAX_ROWS,
): AsyncGenerator<string[][]> {
  const query = buildOrderQuery(filters, { size: BATCH_SIZE }, userId)
  for await (const ids of streamOrderIds(db, query, BATCH_SIZE)) {
    for (const group of await splitByRowCount(db, ids, maxRows))
      yield formatRows(await selectRows(db, group).execute())
  }
}

/** Splits a batch of orders so that their rows fit into memory, because an order can have 500 lines. */
async function splitByRowCount(db: Db, ids: string[], maxRows: number): Promise<string[][]> {
  const { rows } = await sql<{ id: string; lines: number }>`
    select id, line_count as lines from orders where id = any (${ids}::uuid[])`.execute(db)
  const lineCounts = new Map(rows.map(({ id, lines }) => [id, lines]))
  const groups: string[][] = []
  let rowCount = 0
  for (const id of ids) {
    const lineCount = lineCounts.get(id) ?? 0
    rowCount += lineCount
    if (groups.length === 0 || rowCount > maxRows) {
      groups.push([])
      rowCount = lineCount
    }
    groups.at(-1)?.push(id)
  }
  return groups
}

function selectRows(db: Db, ids: string[]) {
  return (
    db
      .selectFrom('orders')
      .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
      .leftJoin('parts', 'parts.id', 'order_lines.part_id')
      .select([
        'orders.id',
        'orders.number',
        'line',
        'placed_at',
        'email',
        'orders.name',
        'phone',
        'address',
      ])
      .select(['part_id', 'part_name', 'quantity', 'order_lines.unit_price_cents'])
      // Orders of previous versions have no recorded SKU.
      .select(sql<string | null>`coalesce(part_sku, parts.sku)`.as('sku'))
      .select(['list_price_cents', 'note', 'customer_reference'])
      .select(['total_cents', 'paid_at', 'transaction_id', 'shipped_at', 'carrier'])
      .select(['tracking_number', 'cancelled_at', 'refunded_at'])
      .select([
        selectIssuedNumber('invoice').as('invoice'),
        selectIssuedNumber('credit_note').as('credit_note'),
      ])
      .where(sql<boolean>`orders.id = any (${ids}::uuid[])`)
      .where('cancelled_quantity', '=', 0)
      .orderBy(sql`array_position(${ids}::uuid[], orders.id)`)
      .orderBy('line')
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number]

const formatDollarAmount = (cents: number) => dollarsOf(cents).toFixed(2)

/** The functions that format the cells of a row, by column. */
const cells: Record<string, (order: Row) => string | null | undefined> = {
  id: (order) => order.id,
  placedAt: (order) => order.placed_at.toISOString(),
  status: deriveStage,
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
  orderNumber: (order) => formatOrderNumber(order.number),
  line: (order) => String(order.line),
  lineTotal: (order) => formatDollarAmount(order.unit_price_cents * order.quantity),
  listPrice: (order) =>
    order.list_price_cents === null ? null : formatDollarAmount(order.list_price_cents),
  note: (order) => order.note,
  reference: (order) => order.customer_reference,
  refundedAt: (order) => order.refunded_at?.toISOString(),
  cancelledAt: (order) => order.cancelled_at?.toISOString(),
  invoiceNumber: (order) => formatIssuedNumber(order.invoice),
  creditNoteNumber: (order) => formatIssuedNumber(order.credit_note),
}

export const ORDER_COLUMNS = Object.keys(cells)

const formatRows = (rows: Row[]) =>
  rows.map((row) => Object.values(cells).map((format) => format(row) ?? ''))
