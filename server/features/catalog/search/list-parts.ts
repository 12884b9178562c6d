import { createHash } from 'node:crypto'
import { MATCH_COUNT_MAXIMUM, type PartSort } from '@freehub/contract/catalog/part-filters'
import type { Part } from '@freehub/contract/catalog/parts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import {
  createCountCache,
  createListCounter,
  LONG_LIST_ROWS,
} from '../../../platform/database/list-counter.ts'
import { type PartRow, selectParts, toPart } from '../parts/read-part.ts'
import { buildFilters, findAllMatches } from './find-matches.ts'
import { hasId, matchesQuery, type PartQuery, type SearchQuery } from './part-query.ts'
import { listSortedParts, type Page, type PartCount, SORT_ORDERS } from './sorted-parts.ts'

export type CountParts = (db: Db, query: PartQuery) => Promise<PartCount>

/** Creates a counter of the matching parts. Caches for a minute which queries reach the maximum count. */
export function createPartCounter(now = Date.now): CountParts {
  const count = createListCounter(now)
  const cappedCounts = createCountCache(now)

  return async (db, query) => {
    const { search, attributes, ...filters } = query
    if (attributes) return findWithAttributes(db, query)
    if (search) {
      const key = createHash('sha256')
        .update(JSON.stringify([search.tsquery, filters]))
        .digest('base64')
      const cappedCount = cappedCounts.get(key)
      if (cappedCount !== undefined) return { count: cappedCount }
      const ids = await findAllMatches(db, search, filters, MATCH_COUNT_MAXIMUM)
      if (!ids) cappedCounts.set(key, MATCH_COUNT_MAXIMUM)
      return { count: ids?.length ?? MATCH_COUNT_MAXIMUM, ids }
    }
    const rows = sql`select from parts where ${matchesQuery(query)} limit ${LONG_LIST_ROWS}`
    return { count: await count(db, rows, JSON.stringify(filters)) }
  }
}

/**
 * Finds up to 10,000 parts that match a query with attributes. Sorts them by rank if fewer than 500 parts match the
 * search without the attributes, otherwise in catalog order.
 */
async function findWithAttributes(db: Db, query: PartQuery): Promise<PartCount> {
  const { search, attributes, ...filters } = query
  const ranked = search && (await findAllMatches(db, search, filters, MATCH_COUNT_MAXIMUM))
  const candidates = ranked ? hasId(ranked) : matchesQuery(query)
  const { rows } = await sql<{ id: string }>`
    select id from parts where ${candidates} and ${matchesQuery({ attributes })}
    order by array_position(${ranked ?? []}::uuid[], id), position
    limit ${LONG_LIST_ROWS}`.execute(db)
  return { count: rows.length, ids: rows.map(({ id }) => id) }
}

/**
 * Lists one page of the matching parts in the given sort order. By default, sorts a search by rank, and other lists in
 * catalog order.
 */
export async function listParts(
  db: Db,
  query: PartQuery,
  { sort, ...page }: Page & PartCount & { sort?: PartSort | undefined },
): Promise<Part[]> {
  const { search } = query
  const rows =
    search && !sort
      ? await listRankedParts(db, { ...query, search }, page)
      : await listSortedParts(db, query, SORT_ORDERS[sort ?? 'catalog'], page)
  return rows.map(toPart)
}

/** Lists one page of search results, best rank first. Parts of the same rank are in catalog order. */
export async function listRankedParts(
  db: Db,
  { search, attributes, ...filters }: SearchQuery,
  { size, after, count, ids }: Page & Partial<PartCount>,
): Promise<PartRow[]> {
  if (count === 0) return []
  const from = after === undefined ? 0 : (ids?.indexOf(after) ?? -1) + 1
  // The last part of the previous page may have been deleted since.
  const isKnown = ids && (after === undefined || from > 0)
  const matches = isKnown
    ? sql`unnest(${ids.slice(from, from + size)}::uuid[])`
    : sql`find_first_matches(${search.rankQueries}::text[]::tsquery[], ${after ?? null},
        ${buildFilters(filters)}, ${attributes ? LONG_LIST_ROWS : size})`
  const found = sql<{ part_id: string; n: number }>`${matches} with ordinality`
  return selectParts(db)
    .innerJoin(found.as<'found'>(sql`found (part_id, n)`), 'found.part_id', 'parts.id')
    .where(matchesQuery({ attributes }))
    .orderBy('found.n')
    .limit(size)
    .execute()
}
