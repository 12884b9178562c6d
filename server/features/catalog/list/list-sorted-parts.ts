import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type PartRow, selectParts } from '../parts/read-part.ts'
import { findSortedIds } from '../search/find-sorted-ids.ts'
import { POSITION_INDEX } from '../search/indexed-order.ts'
import type { Search } from '../search/search-query.ts'
import type { PartCount } from './count-parts.ts'
import { matchesQuery, matchesTsquery, type PartQuery } from './part-query.ts'
import {
  formatOrderBy,
  formatUnindexedOrderBy,
  isAfterPart,
  type SortOrder,
  toUnindexedOrder,
} from './sort-order.ts'

/** The order in which parts were added. */
export const CATALOGUE_ORDER: SortOrder = {
  keys: ['position'],
  direction: 'asc',
  ...POSITION_INDEX,
}

/**
 * Fewer matches than this are sorted. For more, an index scan in the requested order fills a page sooner.
 * With few matches that scan would read the whole index, which the planner cannot foresee.
 */
const MAX_SORTED_PARTS = 5000

interface PageOptions extends PartCount {
  size: number
  /** Id of the last part on the previous page. */
  after?: string | undefined
}

/**
 * Rows that a search scans first, and in each further step. Scanning stops if filling the page would
 * likely take more than `MAX_REMAINING_ROWS`.
 */
const FIRST_SCAN_ROWS = 100
const NEXT_SCAN_ROWS = 500
const MAX_REMAINING_ROWS = 1000

/** Lists one page of the matching parts in this order. */
export async function listSortedParts(
  db: Db,
  query: PartQuery,
  order: SortOrder,
  page: PageOptions,
): Promise<PartRow[]> {
  const { size, after, count, ids: allIds } = page
  const { search, ...filters } = query
  if (count === 0) return []
  if (allIds || (!search && count < MAX_SORTED_PARTS)) {
    const condition = allIds ? sql`id = any (${allIds}::uuid[])` : matchesQuery(query)
    const sorted = sql`select id from parts where ${condition} and ${isAfterPart(after, toUnindexedOrder(order))}
      order by ${formatUnindexedOrderBy(order)} limit ${size}`
    return readParts(db, sorted, order)
  }
  if (!search) {
    const scan = buildIndexScan(filters, isAfterPart(after, order), order, size)
    return readParts(db, sql`select id from ${scan}`, order)
  }
  const ids = await findSortedMatches(db, { ...query, search }, order, page)
  return readParts(db, sql`select unnest(${ids}::uuid[])`, order)
}

/** Finds the first of many search matches: by scanning the next rows in order, then by index ranges. */
async function findSortedMatches(
  db: Db,
  query: PartQuery & { search: Search },
  order: SortOrder,
  { size, after }: PageOptions,
): Promise<string[]> {
  const { search, ...filters } = query
  const found: string[] = []
  let lastId = after
  let scanned = 0
  for (;;) {
    const rows = scanned === 0 ? FIRST_SCAN_ROWS : NEXT_SCAN_ROWS
    scanned += rows
    const next = await scanNextRows(db, query, order, {
      rows,
      after: lastId,
      size: size - found.length,
    })
    found.push(...next.found)
    lastId = next.lastId
    if (found.length === size || lastId === undefined) return found
    if ((size - found.length) * scanned > found.length * MAX_REMAINING_ROWS) break
  }
  const restOptions = {
    query: search.tsquery,
    filters,
    order,
    size: size - found.length,
    after: lastId,
  }
  return [
    ...found,
    ...((await findSortedIds(db, restOptions)) ?? (await scanForMatches(db, query, restOptions))),
  ]
}

/** Finds matches among the next rows in an order. `lastId` is undefined if no rows are left. */
async function scanNextRows(
  db: Db,
  { search, ...filters }: PartQuery & { search: Search },
  order: SortOrder,
  { rows: scanRows, after, size }: { rows: number; after: string | undefined; size: number },
): Promise<{ found: string[]; lastId: string | undefined }> {
  const { rows } = await sql<{ id: string; found: boolean; n: number }>`
    select * from (
      select id, ${matchesTsquery(search.tsquery)} as found, row_number() over () as n
      from ${buildIndexScan(filters, isAfterPart(after, order), order, scanRows)}
    ) next_rows where found or n = ${scanRows} limit ${size}`.execute(db)
  const last = rows.at(-1)
  return {
    found: rows.filter(({ found }) => found).map(({ id }) => id),
    lastId: last?.n === scanRows ? last.id : undefined,
  }
}

async function scanForMatches(
  db: Db,
  query: PartQuery,
  { order, size, after }: { order: SortOrder; size: number; after: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${buildIndexScan(query, isAfterPart(after, order), order, size)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects the first matching rows by index scan. Each family is scanned separately, as they may lie far apart. */
function buildIndexScan(
  { families, ...query }: PartQuery,
  cursorCondition: Expression<SqlBool>,
  order: SortOrder,
  rows: number,
): RawBuilder<unknown> {
  const selectFirst = (where: Expression<SqlBool>) => sql`(select * from parts
    where ${matchesQuery(query)} and ${where} and ${cursorCondition} order by ${formatOrderBy(order)} limit ${rows}) parts`
  if (!families) return selectFirst(sql<SqlBool>`true`)
  return sql`(select parts.* from unnest(${families}::text[]) code
    cross join lateral ${selectFirst(sql<SqlBool>`family_code = code`)} order by ${formatOrderBy(order)} limit ${rows}) parts`
}

/** Reads the parts whose ids a subquery returns, in this order. */
function readParts(db: Db, ids: RawBuilder<unknown>, order: SortOrder): Promise<PartRow[]> {
  return selectParts(db).where(sql<SqlBool>`id in (${ids})`).orderBy(formatOrderBy(order)).execute()
}
