import { readInvoiceNumber } from '@freehub/contract/invoices/invoices'
import type { Findings } from '@freehub/contract/palette/palette'
import { readId } from '@freehub/contract/read-id'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Asker } from '../identity/guards.ts'
import { selectAllOrders } from '../orders/read/order-row.ts'
import { isFoundBy } from '../orders/read/order-search.ts'
import { ordersInOrder } from '../orders/read/orders-in-order.ts'
import { stageOf } from '../orders/read/read-order-history.ts'

/**
 * The asker's own orders that these words find, or for an admin anybody's, newest first: the one with
 * this id or invoice number, also when it is cancelled, else live ones by e-mail, name, part or
 * transaction.
 */
export async function findOrders(
  db: Db,
  asker: Asker,
  search: string,
  most: number,
): Promise<Findings['orders']> {
  const ids = (await idsByNumber(db, search)) ?? (await idsByWords(db, asker, search, most))
  if (ids.length === 0) return []
  const rows = await selectAllOrders(db)
    .select(['cancelled_at', 'refunded_at'])
    .where('orders.id', 'in', ids)
    .$if(asker.role !== 'admin', (query) => query.where('orders.user_id', '=', asker.id))
    .orderBy('orders.id', 'desc')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    productName: row.part_name,
    email: row.email,
    stage: stageOf(row),
  }))
}

/** Undefined where what was typed is no number of an order. A part's number may look like an invoice's. */
async function idsByNumber(db: Db, search: string): Promise<string[] | undefined> {
  const id = readId(search.toLowerCase())
  if (id) return [id]
  const number = readInvoiceNumber(search)
  if (number === undefined) return undefined
  const invoices = await db
    .selectFrom('invoices')
    .select('order_id')
    .where('number', '=', number)
    .execute()
  return invoices.map(({ order_id }) => order_id)
}

async function idsByWords(db: Db, asker: Asker, search: string, most: number): Promise<string[]> {
  const isOwn = sql<SqlBool>`user_id = ${asker.id}`
  const rows = await ordersInOrder(db, {
    list: 'palette',
    conditions: asker.role === 'admin' ? [] : [isOwn],
    search: isFoundBy(search),
    sort: 'newest',
    page: { size: most },
  })
  return rows.slice(0, most).map(({ id }) => id)
}
