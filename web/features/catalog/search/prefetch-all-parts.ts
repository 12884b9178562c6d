import { readPartsWanted } from '@freehub/contract/catalog/parts-wanted'
import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../../../api/send.ts'
import { allPartsQuery, familiesQuery } from './all-parts-queries.ts'

/** Only the server reads beforehand: nothing of this is in what every visitor loads. */
export async function prefetchAllParts(client: QueryClient, fetch: Fetch, url: URL) {
  if (!import.meta.env.SSR) return
  const wanted = readPartsWanted(url.searchParams)
  await Promise.all([
    client.prefetchInfiniteQuery({ ...allPartsQuery(wanted, fetch), retry: false }),
    client.prefetchQuery({ ...familiesQuery(wanted, fetch), retry: false }),
  ])
}
