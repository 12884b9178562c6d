import { type RawBuilder, sql } from 'kysely'

/** Filters of parts on sale, apart from the search. */
export interface CatalogueFilters {
  /** Family codes. */
  families?: string[] | undefined
  /** Only parts whose available stock covers the minimum order. */
  available?: boolean | undefined
  fromCents?: number | undefined
  toCents?: number | undefined
}

interface RankCursor {
  /** Continue in this rank after this position. */
  rank: number
  position: number
  excludedIds: string[]
  limit: number
}

/** Selects the ids of matching parts on sale, rank by rank, one tsquery per rank. */
export function selectRankedIds(
  ranks: string[],
  filters: CatalogueFilters,
  { rank, position, excludedIds, limit }: RankCursor,
): RawBuilder<{ part_id: string; place: number }> {
  return sql`first_found(${ranks}::text[]::tsquery[], ${rank}, ${position}, ${excludedIds}::uuid[],
    ${formatFilterArguments(filters)}, ${limit})`
}

/** Selects up to `limit` matching rows of `parts` from each index range, unordered. Ranges are tsqueries. */
export function selectPartsInRanges(
  query: string,
  ranges: string[],
  filters: CatalogueFilters,
  limit: number,
): RawBuilder<unknown> {
  return sql`parts_within(${query}::tsquery, ${ranges}::text[]::tsquery[], ${formatFilterArguments(filters)}, ${limit})`
}

/** Formats filters as arguments of the SQL search functions. */
export function formatFilterArguments({
  families,
  available = false,
  fromCents,
  toCents,
}: CatalogueFilters) {
  return sql`${families ?? null}::text[], ${available}, ${fromCents ?? null}, ${toCents ?? null}`
}
