import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../api/send.ts'
import { pageStart } from './page-start.ts'
import { allPartsQuery } from './parts-queries.ts'

export function prefetchAllParts(client: QueryClient, fetch: Fetch, url: URL): Promise<void> {
  const query = allPartsQuery(pageStart(url.searchParams), fetch)
  return client.prefetchInfiniteQuery({ ...query, retry: false })
}
