import type { PartFilters } from '@freehub/contract/catalog/part-filters'
import type { exportQuery, familiesQuery, partsQuery } from '@freehub/contract/catalog/part-schemas'
import type { z } from 'zod'

type PartsQuery = z.output<typeof partsQuery | typeof exportQuery | typeof familiesQuery>

/** True if the query filters or sorts, so that it is not a page of the plain catalogue. */
export function hasFilters(query: z.output<typeof partsQuery>): boolean {
  return (
    query.search !== undefined ||
    query.family !== undefined ||
    query.available !== undefined ||
    query.priceFrom !== undefined ||
    query.priceTo !== undefined ||
    query.sort !== undefined
  )
}

/** Converts a validated query to filters. Equivalent queries give equal filters. */
export function toPartFilters(query: PartsQuery): PartFilters {
  const { search = '', available, priceFrom, priceTo } = query
  return {
    search: search.replaceAll(/\s+/g, ' '),
    families: 'family' in query ? (query.family ?? []).toSorted() : [],
    available: available === 'true',
    priceFrom,
    priceTo,
    sort: 'sort' in query ? query.sort : undefined,
    after: 'after' in query ? query.after : undefined,
  }
}
