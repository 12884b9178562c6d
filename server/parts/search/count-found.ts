import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Narrowing } from '../part-filter.ts'

/**
 * How many parts on sale these tsqueries find under a filter, counted no further than `most`: the last
 * finds all, those before it some of them sooner.
 */
export async function countFound(
  db: Db,
  queries: string[],
  { families, available = false, fromCents, toCents }: Narrowing,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count_found(${queries}::text[]::tsquery[], ${families ?? null}::text[], ${available},
      ${fromCents ?? null}, ${toCents ?? null}, ${most}) as count`.execute(db)
  return rows[0]?.count ?? 0
}
