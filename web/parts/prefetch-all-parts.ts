import { readPartsWanted } from '@freehub/contract/parts-wanted'
import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../api/send.ts'
import { allPartsQuery, familiesQuery } from './all-parts-queries.ts'

export function prefetchAllParts(client: QueryClient, fetch: Fetch, url: URL): Promise<unknown> {
  const wanted = readPartsWanted(url.searchParams)
  return Promise.all([
    client.prefetchInfiniteQuery({ ...allPartsQuery(wanted, fetch), retry: false }),
    client.prefetchQuery({ ...familiesQuery(wanted, fetch), retry: false }),
  ])
}
