import { parseInvoiceNumber } from '@freehub/contract/invoices/invoices'
import type { PaletteResults } from '@freehub/contract/palette/calls'
import { readId } from '@freehub/contract/read-id'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Principal } from '../identity/guards.ts'
import { selectAllOrders } from '../orders/read/order-row.ts'
import { searchCondition } from '../orders/read/order-search.ts'
import { readOrdersPage } from '../orders/read/query-orders.ts'
import { deriveStage } from '../orders/read/read-order-history.ts'

/**
 * Finds own orders, or for an admin all orders, newest first. An id or invoice number finds that order, also
 * if it is cancelled. Other text finds uncancelled orders by e-mail, name, part or transaction.
 */
export async function findOrders(
  db: Db,
  principal: Principal,
  search: string,
  limit: number,
): Promise<PaletteResults['orders']> {
  const ids =
    (await findIdsByNumber(db, search)) ?? (await findIdsByText(db, principal, search, limit))
  if (ids.length === 0) return []
  const rows = await selectAllOrders(db)
    .select(['cancelled_at', 'refunded_at'])
    .where('orders.id', 'in', ids)
    .$if(principal.role !== 'admin', (query) => query.where('orders.user_id', '=', principal.id))
    .orderBy('orders.id', 'desc')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    productName: row.part_name,
    email: row.email,
    stage: deriveStage(row),
  }))
}

/** Returns undefined if the text is neither an id nor an invoice number. */
async function findIdsByNumber(db: Db, search: string): Promise<string[] | undefined> {
  const id = readId(search.toLowerCase())
  if (id) return [id]
  const number = parseInvoiceNumber(search)
  if (number === undefined) return undefined
  const invoices = await db
    .selectFrom('invoices')
    .select('order_id')
    .where('number', '=', number)
    .execute()
  return invoices.map(({ order_id }) => order_id)
}

async function findIdsByText(
  db: Db,
  principal: Principal,
  search: string,
  limit: number,
): Promise<string[]> {
  const isOwn = sql<SqlBool>`user_id = ${principal.id}`
  const rows = await readOrdersPage(db, {
    list: 'palette',
    conditions: principal.role === 'admin' ? [] : [isOwn],
    search: searchCondition(search),
    sort: 'newest',
    page: { size: limit },
  })
  return rows.slice(0, limit).map(({ id }) => id)
}
