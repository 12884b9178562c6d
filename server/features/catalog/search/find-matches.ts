import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { prepared } from '../../../platform/database/connections/prepared-statements.ts'

export interface Search {
  /**
   * Matches all results: parts that contain all words. If `isRelaxed`, it matches instead the parts of the named type.
   * Without a type, it matches the parts of the code, or without a code, the parts that contain all words except one.
   */
  tsquery: string
  /** One tsquery per rank, the most specific first. The last equals `tsquery`. */
  rankQueries: string[]
  /** True if no part, or none of the named type, contains all words. Then parts that lack words are listed as well. */
  isRelaxed: boolean
  /** The changed search, if a word was misspelt or left out. */
  correctedText: string | undefined
}

/** Filters of parts on sale, apart from the search. */
export interface CatalogFilters {
  /** Family codes. */
  families?: string[] | undefined
  /** Only parts whose available stock covers the minimum order. */
  available?: boolean | undefined
  fromCents?: number | undefined
  toCents?: number | undefined
}

/** Builds the SQL value that the search functions take as filters. */
export function buildFilters(filters: CatalogFilters): RawBuilder<unknown> {
  const { families, available = false, fromCents, toCents } = filters
  return sql`build_filters(${families}, ${available}, ${fromCents}, ${toCents})`
}

/**
 * Finds the ids of all matching parts on sale: by rank, or without `rankQueries` in catalog order. Returns undefined if
 * there are `limit` or more matches.
 */
export async function findAllMatches(
  db: Db,
  { tsquery, rankQueries = [] }: Pick<Search, 'tsquery'> & Partial<Search>,
  filters: CatalogFilters,
  limit: number,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] | null }>`${prepared}
    select find_all_matches(${tsquery}::tsquery, ${rankQueries}::text[]::tsquery[],
      ${buildFilters(filters)}, ${limit}) as ids`.execute(db)
  return rows[0]?.ids ?? undefined
}

/** True if a part on sale matches. */
export async function hasAnyMatch(db: Db, tsquery: string): Promise<boolean> {
  // With the limit 1, `findAllMatches` returns undefined if there is any match.
  return (await findAllMatches(db, { tsquery }, {}, 1)) === undefined
}
