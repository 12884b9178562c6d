import { type Expression, type SqlBool, sql } from 'kysely'
import type { Narrowing } from '../search/found-ids.ts'
import type { Search } from '../search/search-query.ts'

export interface PartFilter extends Narrowing {
  search?: Search | undefined
}

/** The condition on rows of `parts` that says so. */
export function isWanted({ search, ...narrowing }: PartFilter): Expression<SqlBool> {
  const conditions = [inNarrowing(narrowing), ...(search ? [hasWords(search.anywhere)] : [])]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

function inNarrowing({ families, available, fromCents, toCents }: Narrowing): Expression<SqlBool> {
  const conditions = [
    sql`parts.deleted_at is null`,
    families && sql`parts.family_code = any (${families}::text[])`,
    available && sql`parts.on_hand - parts.reserved >= parts.minimum_order`,
    fromCents !== undefined && sql`parts.unit_price_cents >= ${fromCents}`,
    toCents !== undefined && sql`parts.unit_price_cents <= ${toCents}`,
  ].filter((condition) => typeof condition === 'object')
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The condition that a part is found by this tsquery. */
export function hasWords(query: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from part_words where part_id = parts.id and words @@ ${query}::tsquery)`
}
