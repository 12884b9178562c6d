import { type RawBuilder, sql } from 'kysely'

/** Filters of the parts on sale, apart from the search. */
export interface Narrowing {
  /** Codes. */
  families?: string[] | undefined
  /** Only those of which the minimum order is there. */
  available?: boolean | undefined
  fromCents?: number | undefined
  toCents?: number | undefined
}

interface FoundFrom {
  /** From this rank and behind this position on, but for these parts, so many at most. */
  rank: number
  position: number
  leftOut: string[]
  most: number
}

/** The ids of the parts on sale that these tsqueries find under a filter, rank by rank, as rows. */
export function foundIds(
  ranks: string[],
  narrowing: Narrowing,
  { rank, position, leftOut, most }: FoundFrom,
): RawBuilder<{ part_id: string; place: number }> {
  return sql`first_found(${ranks}::text[]::tsquery[], ${rank}, ${position}, ${leftOut}::uuid[],
    ${narrowed(narrowing)}, ${most})`
}

/** Of each of these stretches, as tsqueries, so many at most, in no order: rows of `parts`. */
export function partsWithin(
  query: string,
  stretches: string[],
  narrowing: Narrowing,
  most: number,
): RawBuilder<unknown> {
  return sql`parts_within(${query}::tsquery, ${stretches}::text[]::tsquery[], ${narrowed(narrowing)}, ${most})`
}

/** What the functions that find take of a filter. */
export function narrowed({ families, available = false, fromCents, toCents }: Narrowing) {
  return sql`${families ?? null}::text[], ${available}, ${fromCents ?? null}, ${toCents ?? null}`
}
