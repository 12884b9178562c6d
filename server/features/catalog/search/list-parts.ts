import type { PartSort } from '@freehub/contract/catalog/part-filters'
import type { Part } from '@freehub/contract/catalog/parts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { LONG_LIST_ROWS } from '../../../platform/database/list-counter.ts'
import { type PartRow, selectParts, toPart } from '../parts/read-part.ts'
import { buildFilters } from './find-matches.ts'
import { matchesQuery, type PartQuery, type SearchQuery } from './part-query.ts'
import { listSortedParts, type Page, type PartCount, SORT_ORDERS } from './sorted-parts.ts'

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
