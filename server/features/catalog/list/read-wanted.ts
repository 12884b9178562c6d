import type { exportQuery, familiesQuery, partsQuery } from '@freehub/contract/catalog/part-schemas'
import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import type { z } from 'zod'

type PartsQuery = z.output<typeof partsQuery | typeof exportQuery | typeof familiesQuery>

/** True when less than all parts, or another order than the catalogue's, is asked for. */
export function isNarrowed(query: z.output<typeof partsQuery>): boolean {
  return (
    query.search !== undefined ||
    query.family !== undefined ||
    query.available !== undefined ||
    query.priceFrom !== undefined ||
    query.priceTo !== undefined ||
    query.sort !== undefined
  )
}

/** What a checked query asks for; the same however it is spelt. */
export function wantedBy(query: PartsQuery): PartsWanted {
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
