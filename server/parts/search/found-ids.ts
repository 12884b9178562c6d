import { type RawBuilder, sql } from 'kysely'
import type { Narrowing } from '../part-filter.ts'

interface FoundFrom {
  /** From this rank and behind this position on, but for these parts, so many at most. */
  rank?: number
  position?: number
  leftOut?: string[]
  most: number
}

/** The ids of the parts on sale that these tsqueries find under a filter, rank by rank, as rows. */
export function foundIds(
  ranks: string[],
  { families, available = false, fromCents, toCents }: Narrowing,
  { rank = 1, position = 0, leftOut = [], most }: FoundFrom,
): RawBuilder<{ part_id: string; place: number }> {
  return sql`first_found(${ranks}::text[]::tsquery[], ${rank}, ${position}, ${leftOut}::uuid[],
    ${families ?? null}::text[], ${available}, ${fromCents ?? null}, ${toCents ?? null}, ${most})`
}
