import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { Narrowing } from '../part-filter.ts'

/**
 * How many parts on sale these tsqueries find under a filter, counted no further than `most`: the last
 * finds all, those before it some of them sooner.
 */
export async function countFound(
  db: Db,
  queries: string[],
  filter: Narrowing,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${foundIn(sql`${filter.families ?? null}::text[]`, queries, filter, most)} as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The same as an expression, of the families whose codes another one says. */
export function foundIn(
  families: Expression<unknown>,
  queries: string[],
  { available = false, fromCents, toCents }: Narrowing,
  most: number,
): RawBuilder<number> {
  return sql`count_found(${queries}::text[]::tsquery[], ${families}, ${available},
    ${fromCents ?? null}, ${toCents ?? null}, ${most})`
}
