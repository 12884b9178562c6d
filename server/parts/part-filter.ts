import { type Expression, type SqlBool, sql } from 'kysely'
import type { Search } from './search/read-search.ts'

/** Which parts on sale are wanted. */
export interface PartFilter {
  search?: Search | undefined
  /** Slugs. */
  families?: string[] | undefined
  /** Only those of which the minimum order is there. */
  available?: boolean | undefined
  fromCents?: number | undefined
  toCents?: number | undefined
}

/** The condition on rows of `parts` that says so. */
export function isWanted(filter: PartFilter): Expression<SqlBool> {
  const { search, families, available, fromCents, toCents } = filter
  const conditions = [
    sql`parts.deleted_at is null`,
    search && hasWords(search.anywhere),
    families &&
      sql`parts.family_code in (select code from families where slug = any (${families}::text[]))`,
    available && sql`parts.on_hand - parts.reserved >= parts.minimum_order`,
    fromCents !== undefined && sql`parts.unit_price_cents >= ${fromCents}`,
    toCents !== undefined && sql`parts.unit_price_cents <= ${toCents}`,
  ].filter((condition) => typeof condition === 'object')
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The condition that a part is found by this tsquery. */
export function hasWords(query: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select from part_words where part_id = parts.id and words @@ ${query}::tsquery)`
}
