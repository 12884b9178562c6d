import { parseInvoiceNumber } from '@freehub/contract/invoices/invoice-number'
import { dollarsOf } from '@freehub/contract/money'
import { formatOrderNumber, parseOrderNumber } from '@freehub/contract/orders/order-number'
import { type OrderStage, orderTitle } from '@freehub/contract/orders/orders'
import type { PaletteResults } from '@freehub/contract/palette/calls'
import { readId } from '@freehub/contract/read-id'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { type Principal, visibleTo } from '../identity/guards.ts'
import { stageConditions } from '../orders/read/list-orders.ts'
import { readOrdersPage } from '../orders/read/query-orders.ts'
import { createOrderSearch } from '../orders/read/search-orders.ts'
import { deriveStage, selectAllOrders } from '../orders/read/select-orders.ts'

interface OrdersQuery {
  /** The search text. Empty to list the orders of a stage. */
  search: string
  stage?: OrderStage | undefined
}

/**
 * Finds orders. Orders with exactly this number or id come first, in any stage. The results of the search in the list
 * of orders follow.
 */
export async function findOrders(
  db: Db,
  principal: Principal,
  query: OrdersQuery,
  limit: number,
): Promise<PaletteResults['orders']> {
  const [exactIds, otherIds] = await Promise.all([
    findIdsByCode(db, query.search),
    listIds(db, principal, query, limit),
  ])
  const ids = [...new Set([...exactIds, ...otherIds])]
  if (ids.length === 0) return []
  const rows = await selectAllOrders(db)
    .where('orders.id', 'in', ids)
    .where(visibleTo(principal))
    .execute()
  return rows
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .slice(0, limit)
    .map((row) => ({
      _id: row.id,
      orderNumber: formatOrderNumber(row.number),
      productName: orderTitle(row.part_name, row.line_count),
      totalPrice: dollarsOf(row.total_cents),
      name: row.name,
      email: row.email,
      stage: deriveStage(row),
      isExact: exactIds.includes(row.id),
    }))
}

/**
 * Finds the orders of a complete order number, invoice number, payment id or order id. An order and the invoice of
 * another order can have the same number.
 */
async function findIdsByCode(db: Db, search: string): Promise<string[]> {
  const order = parseOrderNumber(search)
  const invoice = parseInvoiceNumber(search)
  const transaction = /^pi_\w+$/.test(search) ? search : undefined
  const id = readId(search.toLowerCase())
  if (id) return [id]
  if (order === undefined && invoice === undefined && transaction === undefined) return []
  const { rows } = await sql<{ id: string }>`
    select id from orders where number = ${order ?? null}::bigint
    union all select order_id from invoices where number = ${invoice ?? null}::bigint
    union all select id from orders where transaction_id = ${transaction ?? null}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the newest matches. Without a search, returns the oldest orders of the stage. */
async function listIds(
  db: Db,
  principal: Principal,
  { search, stage }: OrdersQuery,
  limit: number,
) {
  const visible = visibleTo(principal)
  const rows = await readOrdersPage(db, {
    list: 'palette',
    conditions: [visible, stageConditions[stage ?? 'Any']],
    search: search
      ? createOrderSearch(search, principal.role === 'admin' ? undefined : visible)
      : undefined,
    sort: search ? 'newest' : 'oldest',
    page: { size: limit },
  })
  return rows.slice(0, limit).map(({ id }) => id)
}
