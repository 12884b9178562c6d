import { MATCH_COUNT_MAXIMUM, type PartSort } from '@freehub/contract/catalog/part-filters'
import type { ManagedPart, ManagedPartsStatus } from '@freehub/contract/catalog/parts'
import { toCodeKey } from '@freehub/contract/order-pad/codes'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type CountList, LONG_LIST_ROWS } from '../../../platform/database/list-counter.ts'
import { hasSkuKey } from '../parts/part-codes.ts'
import { toPart } from '../parts/read-part.ts'
import type { CountParts } from '../search/count-matches.ts'
import { findAllMatches } from '../search/find-matches.ts'
import { listParts } from '../search/list-parts.ts'
import { hasId, resolvePartQuery, toPartFilters } from '../search/part-query.ts'
import { isArchived, isOrdered } from './archived.ts'

interface Deps {
  db: Db
  countParts: CountParts
  countList: CountList
}

interface ManagedPartsQuery {
  search?: string | undefined
  status?: ManagedPartsStatus | undefined
  /** Lists only this part. */
  id?: string | undefined
  /** Slugs of families. */
  family?: string[] | undefined
  /** Only for parts on sale. */
  sort?: PartSort | undefined
  after?: string | undefined
}

interface ManagedPartsPage {
  rows: ManagedPart[]
  count: number
  correctedText?: string | undefined
  /** The status of the next page, if it differs. */
  nextStatus?: 'archived' | undefined
}

/**
 * Lists parts for staff, by default in catalog order. A search of the parts on sale sorts them by relevance. In a search
 * without `sort`, a part whose number equals the search text comes first, unless too many parts match to sort them.
 * A search of all parts lists those on sale first, then the archived ones.
 */
export async function listManagedParts(
  deps: Deps,
  filters: ManagedPartsQuery,
  size: number,
): Promise<ManagedPartsPage> {
  const { search, status = 'sale', id, family, after } = filters
  if (search && status === 'all') return listOnSaleThenArchived(deps, filters, size)
  const { db, countList } = deps
  if (status === 'sale' && !id) return listOnSale(deps, filters, size)
  const conditions = [
    STATUS_CONDITIONS[status],
    ...(id ? [sql<SqlBool>`parts.id = ${id}`] : []),
    ...(family ? [hasFamily(family)] : []),
    ...(search ? [await matchesSearch(db, status, search, family)] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const listName = search || id || family ? undefined : status
  const maxCount = search && status !== 'archived' ? MATCH_COUNT_MAXIMUM : LONG_LIST_ROWS
  const [ids, count] = await Promise.all([
    findByNumber(db, search).then((first) => readIds(db, conditions, { size, after, first })),
    countList(db, sql`select from parts where ${where} limit ${maxCount}`, listName),
  ])
  return { rows: await readManagedParts(db, ids), count }
}

async function listOnSale(
  { db, countParts }: Deps,
  { search, family, sort, after }: ManagedPartsQuery,
  size: number,
): Promise<ManagedPartsPage> {
  const [query, idsWithNumber] = await Promise.all([
    resolvePartQuery(db, toPartFilters({ search, after, family, exact: 'true' })),
    findByNumber(db, search),
  ])
  const { count, ids } = await countParts(db, query)
  const hasNumber = (id: string) => Number(idsWithNumber.includes(id))
  const sortedIds = ids?.toSorted((a, b) => hasNumber(b) - hasNumber(a))
  const parts = await listParts(db, query, { size, after, sort, count, ids: sortedIds })
  const rows = await readManagedParts(
    db,
    parts.map(({ _id }) => _id),
  )
  return { rows, count, correctedText: query.search?.correctedText }
}

/**
 * Lists the parts on sale, and after the last one the archived parts. The page after an archived part has the status
 * `archived`. After a page that ends with a part on sale, the status stays `all`, even if this part is archived
 * meanwhile.
 */
async function listOnSaleThenArchived(
  deps: Deps,
  { after, ...filters }: ManagedPartsQuery,
  size: number,
): Promise<ManagedPartsPage> {
  const [onSale, archived] = await Promise.all([
    listManagedParts(deps, { ...filters, after, status: 'sale' }, size),
    listManagedParts(deps, { ...filters, status: 'archived' }, size),
  ])
  return {
    ...onSale,
    rows: [...onSale.rows, ...archived.rows].slice(0, size),
    count: Math.min(MATCH_COUNT_MAXIMUM, onSale.count + archived.count),
    // The last row of `size` belongs to the next page.
    nextStatus: onSale.rows.length < size - 1 ? 'archived' : undefined,
  }
}

/** Returns the ids of the parts with this part number, without regard to case and separators. */
async function findByNumber(db: Db, number: string | undefined): Promise<string[]> {
  if (number === undefined) return []
  const parts = await db
    .selectFrom('parts')
    .select('id')
    .where(hasSkuKey([toCodeKey(number)]))
    .execute()
  return parts.map(({ id }) => id)
}

const STATUS_CONDITIONS = {
  sale: sql<SqlBool>`parts.deleted_at is null`,
  archived: isArchived,
  all: sql<SqlBool>`(parts.deleted_at is null or ${isArchived})`,
  out: sql<SqlBool>`(parts.deleted_at is null and on_hand - reserved < minimum_order)`,
}

const hasFamily = (slugs: string[]) => sql<SqlBool>`family_code in (
  select code from families where slug = any (${slugs}::text[]))`

/** Matches parts on sale as the catalog does, so that each tab lists the same ones. */
async function matchesSearch(
  db: Db,
  status: ManagedPartsStatus,
  text: string,
  family: ManagedPartsQuery['family'],
) {
  if (status === 'archived') return containsWords(text)
  const { search, ...filters } = await resolvePartQuery(
    db,
    toPartFilters({ search: text, family, exact: 'true' }),
  )
  // Without ranks, because `readIds` sorts by position.
  const unranked = search && { tsquery: search.tsquery }
  const ids = unranked && (await findAllMatches(db, unranked, filters, LONG_LIST_ROWS))
  if (ids) return hasId(ids)
  // Many parts match. The words of a part are read only if it meets the other conditions.
  return sql<SqlBool>`(select words @@ ${search?.tsquery}::tsquery from part_words where part_id = parts.id)`
}

/** Finds archived parts that have, for each word of the search, a word with this prefix. */
export async function findArchivedParts(db: Db, search: string, limit: number) {
  return readManagedParts(
    db,
    await readIds(db, [isArchived, containsWords(search)], { size: limit }),
  )
}

/**
 * Matches parts in which each word of the search is the prefix of a word. If the search has several words, at least one
 * must match outside the description. Does not correct misspellings, so that staff do not edit a wrong part.
 */
const containsWords = (search: string) => sql<SqlBool>`parts.id in (
  select part_id from part_words where words @@ (
    select string_agg(format('%L:*', token), ' & ')::tsquery && string_agg(
      format(case cardinality(tokens) when 1 then '%L:*' else '%L:*ABC' end, token), ' | ')::tsquery
    from tokenize(${search}) tokens, unnest(tokens) token))`

interface PageOfIds {
  size: number
  after?: string | undefined
  /** Ids of parts that come before all others. */
  first?: string[]
}

async function readIds(
  db: Db,
  conditions: Expression<SqlBool>[],
  { size, after, first = [] }: PageOfIds,
) {
  const keys = first.length > 0 ? sql`id <> all (${first}::uuid[]), position` : sql`position`
  const isAfter = after
    ? sql<SqlBool>`(${keys}) > (select ${keys} from parts where id = ${after})`
    : sql<SqlBool>`true`
  const { rows } = await sql<{ id: string }>`select id from parts
    where ${sql.join([...conditions, isAfter], sql` and `)} order by ${keys} limit ${size}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function readManagedParts(db: Db, ids: string[]): Promise<ManagedPart[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('parts')
    .select(['id', 'name', 'description', 'img', 'unit_price_cents', 'minimum_order', 'sku'])
    .select(sql<number>`on_hand - reserved`.as('available'))
    .select(['deleted_at', isOrdered.as('isOrdered')])
    .where('id', 'in', ids)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .execute()
  return rows.map(({ sku, deleted_at, isOrdered, ...row }) => ({
    ...toPart(row),
    sku,
    isOrdered,
    archivedAt: deleted_at?.toISOString() ?? null,
  }))
}
