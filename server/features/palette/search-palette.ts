import { calls } from '@freehub/contract/calls'
import { parseInvoiceNumber } from '@freehub/contract/invoices/invoices'
import { formatOrderNumber, parseOrderNumber } from '@freehub/contract/orders/order-number'
import { orderTitle } from '@freehub/contract/orders/orders'
import type { PaletteResults } from '@freehub/contract/palette/calls'
import { readId } from '@freehub/contract/read-id'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { containsPattern, prefixPattern } from '../../platform/database/like-patterns.ts'
import { userSearchText } from '../../platform/database/user-search-text.ts'
import { callRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { listRankedParts } from '../catalog/search/list-parts.ts'
import { resolvePartQuery, toPartFilters } from '../catalog/search/part-query.ts'
import { type Principal, principalOf, visibleTo } from '../identity/guards.ts'
import { deriveStage, selectAllOrders } from '../orders/read/order-query.ts'
import { readOrdersPage } from '../orders/read/query-orders.ts'
import { searchCondition } from '../orders/read/search-orders.ts'

export async function paletteRoutes(app: FastifyInstance, { db, guards }: Shop) {
  callRegistrar(app, guards)(calls.searchPalette, ({ query }, request) =>
    searchPalette(db, principalOf(request), query.search),
  )
}

const RESULTS_PER_KIND = 5

async function searchPalette(db: Db, principal: Principal, search: string) {
  const [parts, orders, people] = await Promise.all([
    findParts(db, search, RESULTS_PER_KIND),
    findOrders(db, principal, search, RESULTS_PER_KIND),
    principal.role === 'admin' ? findPeople(db, search, RESULTS_PER_KIND) : [],
  ])
  return { parts, orders, people }
}

async function findParts(db: Db, search: string, limit: number): Promise<PaletteResults['parts']> {
  const query = await resolvePartQuery(db, toPartFilters({ search }))
  if (!query.search) return []
  const parts = await listRankedParts(db, { ...query, search: query.search }, { size: limit })
  const ids = parts.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('parts').select(['id', 'sku']).where('id', 'in', ids).execute()
  const skus = new Map(rows.map(({ id, sku }) => [id, sku]))
  return parts.map(({ id, name }) => ({ _id: id, name, sku: skus.get(id) ?? null }))
}

/** Finds orders in any stage: by order or invoice number, then as the list of orders does. */
async function findOrders(db: Db, principal: Principal, search: string, limit: number) {
  const ids = await findOrderIds(db, principal, search, limit)
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
      email: row.email,
      stage: deriveStage(row),
    }))
}

/** Returns exact matches first, then the newest. */
async function findOrderIds(db: Db, principal: Principal, search: string, limit: number) {
  const id = readId(search.toLowerCase())
  if (id) return [id]
  const [exact, byText] = await Promise.all([
    findIdsByNumber(db, search),
    findIdsByText(db, principal, search, limit),
  ])
  return [...new Set([...exact, ...byText])]
}

/** The number of an order can also be that of an invoice. */
async function findIdsByNumber(db: Db, search: string): Promise<string[]> {
  const order = parseOrderNumber(search)
  const invoice = parseInvoiceNumber(search)
  if (order === undefined && invoice === undefined) return []
  const { rows } = await sql<{ id: string }>`
    select id from orders where number = ${order ?? null}::bigint
    union all select order_id from invoices where number = ${invoice ?? null}::bigint`.execute(db)
  return rows.map(({ id }) => id)
}

async function findIdsByText(db: Db, principal: Principal, search: string, limit: number) {
  const visible = visibleTo(principal)
  const rows = await readOrdersPage(db, {
    list: 'palette',
    conditions: [visible],
    search: searchCondition(search, principal.role === 'admin' ? undefined : visible),
    sort: 'newest',
    page: { size: limit },
  })
  return rows.slice(0, limit).map(({ id }) => id)
}

/** Limit for prefix matches and for other matches, which bounds the cost of frequent words. */
const MAX_CANDIDATES = 200

/** Finds users whose email or name contains the text. Matches at the start of the email come first. */
async function findPeople(db: Db, search: string, limit: number) {
  const { rows } = await sql<PaletteResults['people'][number]>`
    select email, name from (${selectMatches(prefixPattern(search))} union ${selectMatches(containsPattern(search))}) found
    order by not starts_with(email, lower(${search})), email limit ${limit}`.execute(db)
  return rows
}

function selectMatches(pattern: string) {
  return sql`(select email, name from users
    where deleted_at is null and ${userSearchText} like lower(${pattern}) limit ${MAX_CANDIDATES})`
}
