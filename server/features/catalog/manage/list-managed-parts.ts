import type { PartSort } from '@freehub/contract/catalog/part-filters'
import type { ManagedPart, ManagedPartsStatus } from '@freehub/contract/catalog/parts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type CountList, LONG_LIST_ROWS } from '../../../platform/database/list-counter.ts'
import { toPart } from '../parts/read-part.ts'
import type { CountParts } from '../search/count-matches.ts'
import { listParts } from '../search/list-parts.ts'
import { resolvePartQuery, toPartFilters } from '../search/part-query.ts'
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
}

/** Lists parts for staff, by default in catalog order. A search of the parts on sale sorts them by relevance. */
export async function listManagedParts(
  { db, countParts, countList }: Deps,
  { search, status = 'sale', id, family, sort, after }: ManagedPartsQuery,
  size: number,
): Promise<ManagedPartsPage> {
  if (status === 'sale' && !id) {
    const query = await resolvePartQuery(
      db,
      toPartFilters({ search, after, family, exact: 'true' }),
    )
    const counted = await countParts(db, query)
    const parts = await listParts(db, query, { size, after, sort, ...counted })
    const rows = await readManagedParts(
      db,
      parts.map(({ _id }) => _id),
    )
    return { rows, count: counted.count, correctedText: query.search?.correctedText }
  }
  const conditions = [
    STATUS_CONDITIONS[status],
    ...(id ? [sql<SqlBool>`parts.id = ${id}`] : []),
    ...(family ? [hasFamily(family)] : []),
    ...(search ? [containsWords(search)] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const listName = search || id || family ? undefined : status
  return {
    rows: await readManagedParts(db, await readIds(db, [...conditions, isAfter(after)], size)),
    count: await countList(
      db,
      sql`select from parts where ${where} limit ${LONG_LIST_ROWS}`,
      listName,
    ),
  }
}

const STATUS_CONDITIONS = {
  sale: sql<SqlBool>`parts.deleted_at is null`,
  archived: isArchived,
  all: sql<SqlBool>`(parts.deleted_at is null or ${isArchived})`,
  out: sql<SqlBool>`(parts.deleted_at is null and on_hand - reserved < minimum_order)`,
}

const hasFamily = (slugs: string[]) => sql<SqlBool>`family_code in (
  select code from families where slug = any (${slugs}::text[]))`

/** Finds archived parts that have, for each word of the search, a word with this prefix. */
export async function findArchivedParts(db: Db, search: string, limit: number) {
  return readManagedParts(db, await readIds(db, [isArchived, containsWords(search)], limit))
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

const isAfter = (id: string | undefined) =>
  id === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`position > (select position from parts where id = ${id})`

async function readIds(db: Db, conditions: Expression<SqlBool>[], size: number) {
  const { rows } = await sql<{ id: string }>`select id from parts
    where ${sql.join(conditions, sql` and `)} order by position limit ${size}`.execute(db)
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
