import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Narrowing } from './found-ids.ts'
import { narrowed } from './found-ids.ts'
import type { Search } from './search-query.ts'

/**
 * The ids of the parts on sale that a search finds under a filter, best first; undefined where they are `most`
 * or more. Without ranks they are as the catalogue has them.
 */
export async function findFew(
  db: Db,
  { counted, ranksOfRow = [] }: Pick<Search, 'counted'> & Partial<Pick<Search, 'ranksOfRow'>>,
  narrowing: Narrowing,
  most: number,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select few_ranked(${counted}::text[]::tsquery[], ${ranksOfRow}::text[]::tsquery[],
      ${narrowed(narrowing)}, ${most}) as ids`.execute(db)
  return rows[0]?.ids ?? undefined
}
