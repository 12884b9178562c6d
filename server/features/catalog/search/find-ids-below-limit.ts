import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { CatalogueFilters } from './search-functions.ts'
import { formatFilterArguments } from './search-functions.ts'
import type { Search } from './search-query.ts'

/**
 * Finds the ids of the matching parts on sale, best first. Returns undefined if there are `limit` or more.
 * Without rank queries, the ids are in catalogue order.
 */
export async function findIdsBelowLimit(
  db: Db,
  {
    countQueries,
    rowRankQueries = [],
  }: Pick<Search, 'countQueries'> & Partial<Pick<Search, 'rowRankQueries'>>,
  filters: CatalogueFilters,
  limit: number,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select few_ranked(${countQueries}::text[]::tsquery[], ${rowRankQueries}::text[]::tsquery[],
      ${formatFilterArguments(filters)}, ${limit}) as ids`.execute(db)
  return rows[0]?.ids ?? undefined
}
