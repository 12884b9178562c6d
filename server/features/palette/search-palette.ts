import { calls } from '@freehub/contract/calls'
import { parseInvoiceNumber } from '@freehub/contract/invoices/invoices'
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
import { searchCondition } from '../orders/read/list-orders.ts'
import { selectAllOrders } from '../orders/read/order-query.ts'
import { readOrdersPage } from '../orders/read/query-orders.ts'
import { deriveStage } from '../orders/read/read-order-history.ts'

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

/** Finds orders by id or invoice number in any state, or uncancelled orders by text. */
async function findOrders(db: Db, principal: Principal, search: string, limit: number) {
  const ids =
    (await findIdsByNumber(db, search)) ?? (await findIdsByText(db, principal, search, limit))
  if (ids.length === 0) return []
  const rows = await selectAllOrders(db)
    .select(['cancelled_at', 'refunded_at'])
    .where('orders.id', 'in', ids)
    .where(visibleTo(principal))
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

async function findIdsByText(db: Db, principal: Principal, search: string, limit: number) {
  const rows = await readOrdersPage(db, {
    list: 'palette',
    conditions: [visibleTo(principal)],
    search: searchCondition(search),
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
