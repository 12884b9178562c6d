import { type Expression, type SqlBool, sql } from 'kysely'
import type { CatalogueFilters } from '../search/search-functions.ts'
import type { Search } from '../search/search-query.ts'

export interface PartQuery extends CatalogueFilters {
  search?: Search | undefined
}

/** Builds the condition that a row of `parts` matches. Excludes deleted parts. */
export function matchesQuery({ search, ...filters }: PartQuery): Expression<SqlBool> {
  const conditions = [matchesFilters(filters), ...(search ? [matchesTsquery(search.tsquery)] : [])]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

function matchesFilters({
  families,
  available,
  fromCents,
  toCents,
}: CatalogueFilters): Expression<SqlBool> {
  const conditions = [
    sql`parts.deleted_at is null`,
    families && sql`parts.family_code = any (${families}::text[])`,
    available && sql`parts.on_hand - parts.reserved >= parts.minimum_order`,
    fromCents !== undefined && sql`parts.unit_price_cents >= ${fromCents}`,
    toCents !== undefined && sql`parts.unit_price_cents <= ${toCents}`,
  ].filter((condition) => typeof condition === 'object')
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Builds the condition that the words of a part match a tsquery. */
export function matchesTsquery(tsquery: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from part_words where part_id = parts.id and words @@ ${tsquery}::tsquery)`
}
