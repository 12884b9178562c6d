import type { PartSort } from '@freehub/contract/catalog/part-filters'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type PartRow, selectParts } from '../parts/read-part.ts'
import { buildFilters } from './find-matches.ts'
import { hasId, matchesQuery, type PartQuery, type SearchQuery } from './part-query.ts'

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

/** `catalog` is the order in which parts were added. */
export const SORT_ORDERS: Record<PartSort | 'catalog', SortOrder> = {
  catalog: { ...BY_POSITION, direction: 'asc' },
  newest: { ...BY_POSITION, direction: 'desc' },
  price: { ...BY_PRICE, direction: 'asc' },
  '-price': { ...BY_PRICE, direction: 'desc' },
  name: {
    keys: ['fold(name) collate "C"', 'position'],
    position: 'left(fold(name), 5)',
    // The prefixes of `name_buckets` have two characters, but five at both ends of the range.
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
  /** Number of matching parts, at most 10,000. For a search without attributes, at most 500. */
  count: number
  /** Ids of all matches in result order: only for a search with fewer than 500 matches, and for attributes. */
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
  if (!ids && (search || count >= MAX_SORTED_PARTS)) {
    const found = search && (await findSortedMatches(db, { ...query, search, order }, page))
    const first = found ? sql`unnest(${found}::uuid[]) id` : buildIndexScan(query, order, page)
    return readParts(db, sql`select id from ${first}`, order)
  }
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

/**
 * Selects the first matching rows by index scan. Scans each family by its own index range, because a scan of all
 * families could first read many other parts.
 */
function buildIndexScan({ families, ...query }: PartQuery, order: SortOrder, page: Page) {
  const firstRows = sql`order by ${formatOrder(order)} limit ${page.size}`
  const isAfter = isAfterPart(page.after, order)
  const select = (family: RawBuilder<unknown>) => sql`(select * from parts
    where ${matchesQuery(query)} and ${family} and ${isAfter} ${firstRows}) parts`
  if (!families) return select(sql`true`)
  return sql`(select parts.* from unnest(${families}::text[]) code
    cross join lateral ${select(sql`family_code = code`)} ${firstRows}) parts`
}

type SortedSearch = SearchQuery & { order: SortOrder }

/** Rows whose buckets are read first. */
const FIRST_ROWS = 300
/** Number of buckets of the catalog that are sampled, and maximum number of matches per sampled bucket. */
const [SAMPLED_BUCKETS, SAMPLED_MATCHES] = [8, 64]
/** Matches that are fetched and sorted at a time. */
const MAX_FETCHED = 1000

/** Returns the ids of one page of a search with many matches. Returns undefined if an index scan is faster. */
async function findSortedMatches(db: Db, query: SortedSearch, page: Page) {
  const { search, order, ...filters } = query
  const isAfter = isAfterPart(page.after, order)
  const endAfterFirstRows = sql`(
    select ${sql.raw(order.position)} from parts where deleted_at is null and ${isAfter}
    order by ${formatOrder(order)} limit 1 offset ${FIRST_ROWS})`
  // Estimates from a sample of buckets at which position the page is full.
  const estimatedEnd = sql`(
    with catalog as (select (max(position) - 1) / 1024 + 1 as size from parts), sample as (
      select distinct position_bucket(((2 * n + 1) * size / ${2 * SAMPLED_BUCKETS})::int, 1) as bucket
      from catalog, generate_series(0, ${SAMPLED_BUCKETS - 1}) n)
    select ${sql.raw(order.position)} from sample,
      matching_parts(${search.tsquery}::tsquery, bucket, ${buildFilters(filters)}, ${SAMPLED_MATCHES}) parts
    where ${isAfter} order by ${formatRowOrder(order)} limit 1
    offset (select ceil(1.5 * ${page.size}::int * least(1, ${SAMPLED_BUCKETS}::float8 / size)) from catalog))`
  let ids: string[] | undefined
  // Reads more buckets until the matches fill the page.
  for (const end of [endAfterFirstRows, estimatedEnd, sql`null`]) {
    ids = await findInBuckets(db, query, page, end)
    if (!ids || ids.length === page.size) break
  }
  return ids
}

/**
 * Finds the page of matches after `page.after`, in the buckets up to `end`. Above `MAX_FETCHED` matches, repeats with a
 * nearer end. Returns undefined if no nearer end exists: then an index scan is faster. `endPosition`: the value of
 * `end` in a repeat.
 */
async function findInBuckets(
  db: Db,
  query: SortedSearch,
  page: Page,
  end: RawBuilder<unknown>,
  endPosition?: SortPosition,
): Promise<string[] | undefined> {
  const { search, order, ...filters } = query
  const position = sql.raw(order.position)
  const bounds = [sql`(select ${position} from parts where id = ${page.after ?? null})`, end]
  const [low, high] = order.direction === 'asc' ? bounds : bounds.toReversed()
  const { rows } = await sql<{ id: string; position: SortPosition; is_after: boolean }>`
    select id, ${position} as position, ${isAfterPart(page.after, order)} as is_after
    from matching_parts(${search.tsquery}::tsquery, ${sql.raw(order.buckets)}(${low}, ${high}),
      ${buildFilters(filters)}, ${MAX_FETCHED + 1}) parts
    order by ${formatRowOrder(order)}`.execute(db)
  const next = rows.filter(({ is_after }) => is_after).slice(0, page.size)
  if (rows.length <= MAX_FETCHED) return next.map(({ id }) => id)
  const nearerEnd = next[page.size - 1]?.position
  // If even one bucket has too many matches, an index scan soon finds enough of them.
  if (nearerEnd === undefined || nearerEnd === endPosition) return undefined
  return findInBuckets(db, query, page, sql`${nearerEnd}`, nearerEnd)
}
