import type { PartSort } from '@freehub/contract/catalog/part-filters'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type PartRow, selectParts } from '../parts/read-part.ts'
import {
  hasId,
  matchesQuery,
  matchesTsquery,
  type PartQuery,
  type SearchQuery,
} from './part-query.ts'
import { resolveFilters } from './search-index.ts'

/** A sort order of `parts`. */
interface SortOrder {
  /** SQL expressions. The last key is unique, so that no two parts are equal. */
  keys: readonly string[]
  direction: 'asc' | 'desc'
  /** SQL expression for the position of a part in the buckets of the order. Never decreases along the keys. */
  position: string
  /** SQL function that returns the marks of the buckets between two positions. */
  buckets: string
}

type SortPosition = number | string

const BY_POSITION = {
  keys: ['position'],
  position: '((position - 1) / 1024)::int',
  buckets: 'position_buckets',
}
const BY_PRICE = {
  keys: ['unit_price_cents', 'position'],
  position: 'price_position(unit_price_cents)',
  buckets: 'price_buckets',
}

/** `catalogue` is the order in which parts were added. */
export const SORT_ORDERS: Record<PartSort | 'catalogue', SortOrder> = {
  catalogue: { ...BY_POSITION, direction: 'asc' },
  newest: { ...BY_POSITION, direction: 'desc' },
  price: { ...BY_PRICE, direction: 'asc' },
  '-price': { ...BY_PRICE, direction: 'desc' },
  name: {
    keys: ['fold(name) collate "C"', 'position'],
    position: 'left(fold(name), 5)',
    buckets: 'name_buckets',
    direction: 'asc',
  },
}

/**
 * Fewer matches than this are sorted. For more, an index scan in the requested order fills a page sooner.
 * With few matches that scan would read the whole index, which the planner cannot foresee.
 */
const MAX_SORTED_PARTS = 5000

export interface Page {
  size: number
  /** Id of the last part on the previous page. */
  after?: string | undefined
}

export interface PartCount {
  /** Number of matching parts, capped at 10,000; for a search at 500. */
  count: number
  /** Ids of all matches, best first, if the search finds fewer than 500. */
  ids?: string[] | undefined
}

/** Lists one page of the matching parts in this order. */
export async function listSortedParts(
  db: Db,
  query: PartQuery,
  order: SortOrder,
  { count, ids, ...page }: Page & PartCount,
): Promise<PartRow[]> {
  const { search } = query
  if (count === 0) return []
  if (search && !ids) {
    const found = await findSortedMatches(db, { ...query, search, order }, page)
    return readParts(db, sql`select unnest(${found}::uuid[])`, order)
  }
  if (!ids && count >= MAX_SORTED_PARTS)
    return readParts(db, sql`select id from ${buildIndexScan(query, order, page)}`, order)
  const sorted = sql`
    select id from parts where ${ids ? hasId(ids) : matchesQuery(query)} and ${isAfterPart(page.after, order)}
    order by ${formatRowOrder(order)} limit ${page.size}`
  return readParts(db, sorted, order)
}

/** Reads the parts whose ids a subquery returns, in this order. */
function readParts(db: Db, ids: RawBuilder<unknown>, order: SortOrder): Promise<PartRow[]> {
  return selectParts(db).where(sql<SqlBool>`id in (${ids})`).orderBy(formatOrder(order)).execute()
}

function formatOrder({ keys, direction }: SortOrder) {
  return sql.join(keys.map((key) => sql.raw(`${key} ${direction}`)))
}

/** Formats the keys as one row value. No index matches it, so the planner sorts instead of scanning one. */
function formatRowOrder({ keys, direction }: SortOrder) {
  return sql.raw(`row (${keys.join(', ')}) ${direction}`)
}

/** Builds the condition that a part comes after the part with this id. */
function isAfterPart(id: string | undefined, { keys, direction }: SortOrder): Expression<SqlBool> {
  if (id === undefined) return sql<SqlBool>`true`
  const row = sql.raw(keys.join(', '))
  const operator = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${row}) ${operator} (select ${row} from parts where id = ${id})`
}

/** Selects the first matching rows by index scan. Each family is scanned separately, as they may lie far apart. */
function buildIndexScan(
  { families, ...query }: PartQuery,
  order: SortOrder,
  { size, after }: Page,
): RawBuilder<unknown> {
  const firstRows = sql`order by ${formatOrder(order)} limit ${size}`
  const select = (family: RawBuilder<unknown>) => sql`(select * from parts
    where ${matchesQuery(query)} and ${family} and ${isAfterPart(after, order)} ${firstRows}) parts`
  if (!families) return select(sql`true`)
  return sql`(select parts.* from unnest(${families}::text[]) code
    cross join lateral ${select(sql`family_code = code`)} ${firstRows}) parts`
}

/**
 * Rows that a search scans first, and in each further step. Scanning stops if filling the page would
 * likely take more than `MAX_REMAINING_ROWS`.
 */
const FIRST_SCAN_ROWS = 100
const NEXT_SCAN_ROWS = 500
const MAX_REMAINING_ROWS = 1000

type SortedSearch = SearchQuery & { order: SortOrder }

/** Finds the first of many matches: by scanning the next rows in order, then by buckets, which suit sparse matches. */
async function findSortedMatches(db: Db, query: SortedSearch, page: Page): Promise<string[]> {
  const found: string[] = []
  const rest = { ...page }
  for (let scanned = 0, rows = FIRST_SCAN_ROWS; ; rows = NEXT_SCAN_ROWS) {
    const next = await scanRows(db, query, rest, rows)
    found.push(...next.found)
    scanned += rows
    rest.size = page.size - found.length
    rest.after = next.lastId
    if (rest.size === 0 || next.lastId === undefined) return found
    if (rest.size * scanned > found.length * MAX_REMAINING_ROWS) break
  }
  return [...found, ...(await findInBuckets(db, query, rest))]
}

/** Finds matches among the next rows in an order. `lastId` is undefined if no rows are left. */
async function scanRows(db: Db, query: SortedSearch, { size, after }: Page, scanned: number) {
  const { search, order, ...filters } = query
  const { rows } = await sql<{ id: string; found: boolean; n: number }>`
    select * from (
      select id, ${matchesTsquery(search.tsquery)} as found, row_number() over () as n
      from ${buildIndexScan(filters, order, { size: scanned, after })}
    ) next_rows where found or n = ${scanned} limit ${size}`.execute(db)
  const last = rows.at(-1)
  return {
    found: rows.filter(({ found }) => found).map(({ id }) => id),
    lastId: last?.n === scanned ? last.id : undefined,
  }
}

/** Matches that are fetched and sorted at a time. */
const MAX_FETCHED = 1000
/** After this many attempts, an index scan is faster. */
const MAX_ATTEMPTS = 10

/** Finds the first matches in an order. Fetches the buckets that likely fill the page, then more or fewer. */
async function findInBuckets(db: Db, query: SortedSearch, page: Page): Promise<string[]> {
  const found: string[] = []
  const rest = { ...page }
  let end = await estimateEnd(db, query, rest)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const fetched = await fetchBuckets(db, query, rest.after, end)
    const next = fetched.filter(({ is_after }) => is_after).slice(0, rest.size)
    if (fetched.length <= MAX_FETCHED) {
      found.push(...next.map(({ id }) => id))
      if (found.length === page.size || end === undefined) return found
      rest.size = page.size - found.length
      rest.after = found.at(-1) ?? page.after
      end = await estimateEnd(db, query, rest)
    } else {
      // Too many matches: fetch only up to the last one that the page needs, unless all are in one bucket.
      const nearer = next[rest.size - 1]?.position
      if (nearer === undefined || nearer === end) break
      end = nearer
    }
  }
  const { rows } = await sql<{ id: string }>`
    select id from ${buildIndexScan(query, query.order, rest)}`.execute(db)
  return [...found, ...rows.map(({ id }) => id)]
}

/** Buckets of the catalogue that are sampled, and matches per bucket. */
const SAMPLED_BUCKETS = 8
const SAMPLED_MATCHES = 64

/** Estimates the position up to which matches fill the page. Returns undefined if all further ones may be needed. */
async function estimateEnd(
  db: Db,
  { search, order, ...filters }: SortedSearch,
  { size, after }: Page,
): Promise<SortPosition | undefined> {
  const { rows } = await sql<{ position: SortPosition }>`
    with catalogue as (select (max(position) - 1) / 1024 + 1 as buckets from parts)
    select ${sql.raw(order.position)} as position
    from parts_in_buckets(${search.tsquery}::tsquery, array(
      select distinct position_bucket(((2 * n + 1) * buckets / ${2 * SAMPLED_BUCKETS})::int, 1)
      from catalogue, generate_series(0, ${SAMPLED_BUCKETS - 1}) n
    ), ${resolveFilters(filters)}, ${SAMPLED_MATCHES}) parts
    where ${isAfterPart(after, order)} order by ${formatRowOrder(order)} limit 1
    offset (select ceil(1.5 * ${size}::int * least(1, ${SAMPLED_BUCKETS}::float8 / buckets)) from catalogue)`.execute(
    db,
  )
  return rows[0]?.position
}

interface SortedMatch {
  id: string
  position: SortPosition
  is_after: boolean
}

/** Fetches and sorts the matches in the buckets from a part to a position. */
async function fetchBuckets(
  db: Db,
  { search, order, ...filters }: SortedSearch,
  after: string | undefined,
  end: SortPosition | undefined,
): Promise<SortedMatch[]> {
  const position = sql.raw(order.position)
  const bounds = [
    sql`(select ${position} from parts where id = ${after ?? null})`,
    sql`${end ?? null}`,
  ]
  const [low, high] = order.direction === 'asc' ? bounds : bounds.toReversed()
  const { rows } = await sql<SortedMatch>`
    select id, ${position} as position, ${isAfterPart(after, order)} as is_after
    from parts_in_buckets(${search.tsquery}::tsquery, array[${sql.raw(order.buckets)}(${low}, ${high})],
      ${resolveFilters(filters)}, ${MAX_FETCHED + 1}) parts
    order by ${formatRowOrder(order)}`.execute(db)
  return rows
}
