import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Narrowing } from '../part-filter.ts'
import { narrowed } from './found-ids.ts'

/**
 * The ids of the parts on sale that these tsqueries find under a filter, in no order; undefined where they are
 * `most` or more. The last query finds all, those before it some of them sooner.
 */
export async function findFew(
  db: Db,
  queries: string[],
  narrowing: Narrowing,
  most: number,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select few_found(${queries}::text[]::tsquery[], ${narrowed(narrowing)}, ${most}) as ids`.execute(
    db,
  )
  return rows[0]?.ids ?? undefined
}
