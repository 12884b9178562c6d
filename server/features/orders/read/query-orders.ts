import type { OrdersSort } from '@freehub/contract/orders/orders'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { isShippable } from '../../../platform/database/order-conditions.ts'
import type { Search } from '../../../platform/database/read-newest-ids.ts'
import type { PageQuery } from '../../../platform/http/pagination.ts'
import { selectAllOrders } from './select-orders.ts'

/** Columns of `orders` to sort by. The last column must be unique. */
interface SortKey {
  columns: string
  direction: 'asc' | 'desc'
}

/** The ids are UUIDv7, so they sort by time. */
const sortKeys: Record<OrdersSort, SortKey> = {
  newest: { columns: 'id', direction: 'desc' },
  oldest: { columns: 'id', direction: 'asc' },
  dearest: { columns: 'total_cents, id', direction: 'desc' },
  cheapest: { columns: 'total_cents, id', direction: 'asc' },
}

export interface OrderQuery {
  /** The cache key of the conditions. */
  list: string
  conditions: Expression<SqlBool>[]
  search: Search | undefined
  sort: OrdersSort
  page: PageQuery
}

/** Maximum number of orders that a search scans in sort order before it uses the search index. */
const SCAN_LIMIT = 1000

/** Reads a page of orders by keyset pagination, plus one more order if there is one. */
export async function readOrdersPage(db: Db, { conditions, search, sort, page }: OrderQuery) {
  const isBackwards = page.before !== undefined || page.last === true
  const key = isBackwards ? reverseKey(sortKeys[sort]) : sortKeys[sort]
  const from = page.after ?? page.before
  const filters = [...conditions, ...(from ? [isAfter(from, key)] : [])]
  const limit = page.size + 1
  const rows = search
    ? await searchOrders(db, filters, search, key, limit)
    : await readOrders(db, key, selectIds(filters, key, limit))
  return isBackwards ? rows.reverse() : rows
}

const GATHER_LIMIT = 10_000

/**
 * Yields order ids in batches. One query reads a search with at most `limit` matches. Otherwise
 * scans all orders of the list.
 */
export async function* streamOrderIds(
  db: Db,
  { conditions, search, sort }: OrderQuery,
  batchSize: number,
  limit = GATHER_LIMIT,
): AsyncGenerator<string[]> {
  const key = sortKeys[sort]
  const gathered = search && (await gatherMatches(db, [...conditions, search.byIndex], key, limit))
  if (gathered) {
    for (let start = 0; start < gathered.length; start += batchSize)
      yield gathered.slice(start, start + batchSize)
    return
  }
  let last: string | undefined
  do {
    const from = last ? [isAfter(last, key)] : []
    const { rows } = await sql<{ id: string; matches: boolean }>`
      select id, ${search?.matchesRow ?? sql`true`} as matches from orders
      where ${joinConditions([...conditions, ...from])} order by ${formatOrderBy(key)} limit ${batchSize}`.execute(
      db,
    )
    yield rows.filter(({ matches }) => matches).map(({ id }) => id)
    last = rows.length < batchSize ? undefined : rows.at(-1)?.id
  } while (last)
}

/** Returns the ids of all matches, or undefined if there are more than `limit`. */
async function gatherMatches(
  db: Db,
  conditions: Expression<SqlBool>[],
  key: SortKey,
  limit: number,
) {
  const { rows } = await sql<{ id: string }>`
    select id from (select id, total_cents from orders where ${joinConditions(conditions)} limit ${limit + 1}) matches
    order by ${formatOrderBy(key)}`.execute(db)
  return rows.length > limit ? undefined : rows.map(({ id }) => id)
}

const joinConditions = (conditions: Expression<SqlBool>[]) => sql.join(conditions, sql` and `)

function formatOrderBy({ columns, direction }: SortKey) {
  return sql.raw(
    columns
      .split(', ')
      .map((column) => `${column} ${direction}`)
      .join(', '),
  )
}

function reverseKey({ columns, direction }: SortKey): SortKey {
  return { columns, direction: direction === 'asc' ? 'desc' : 'asc' }
}

/** Returns the condition that an order sorts after the order with this id. */
function isAfter(id: string, { columns, direction }: SortKey): Expression<SqlBool> {
  const row = sql.raw(columns)
  const comparison = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${row}) ${comparison} (select ${row} from orders where id = ${id})`
}

function selectIds(conditions: Expression<SqlBool>[], key: SortKey, limit: number) {
  return sql`select id from orders where ${joinConditions(conditions)} order by ${formatOrderBy(key)} limit ${limit}`
}

/**
 * Scans the next orders, which is enough for common terms. Otherwise reads all matches from the search index. Sorting
 * by `row (…)` keeps the planner from choosing a sort index.
 */
async function searchOrders(
  db: Db,
  conditions: Expression<SqlBool>[],
  search: Search,
  key: SortKey,
  limit: number,
) {
  const scanned = await readOrders(
    db,
    key,
    sql`select id from (
        select id, total_cents from orders where ${joinConditions(conditions)} order by ${formatOrderBy(key)} limit ${SCAN_LIMIT}
      ) orders where ${search.matchesRow} limit ${limit}`,
  )
  if (scanned.length === limit) return scanned
  const gatherSql = sql`select id from orders where ${joinConditions([...conditions, search.byIndex])}
    order by row (${sql.raw(key.columns)}) ${sql.raw(key.direction)} limit ${limit}`
  return readOrders(db, key, gatherSql)
}

function readOrders(db: Db, key: SortKey, ids: RawBuilder<unknown>) {
  return selectAllOrders(db)
    .select(isShippable.as('isShippable'))
    .where('orders.id', 'in', sql<string>`(${ids})`)
    .orderBy(formatOrderBy(key))
    .execute()
}
