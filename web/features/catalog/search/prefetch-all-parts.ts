import { readPartFilters } from '@freehub/contract/catalog/part-filters'
import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../../../api/send.ts'
import { allPartsQuery, familiesQuery } from './all-parts-queries.ts'

/** Prefetches the data of the catalogue page. Empty in the browser bundle. */
export async function prefetchAllParts(client: QueryClient, fetch: Fetch, url: URL) {
  if (!import.meta.env.SSR) return
  const filters = readPartFilters(url.searchParams)
  await Promise.all([
    client.prefetchInfiniteQuery({ ...allPartsQuery(filters, fetch), retry: false }),
    client.prefetchQuery({ ...familiesQuery(filters, fetch), retry: false }),
  ])
}
