import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../../../api/send.ts'
import { shopRatingQuery } from '../../reviews/shop-rating-query.ts'
import { partDetailsQuery, partQuery, partRelationsQuery } from './part-queries.ts'

/** Prefetches the data of a part's page. Empty in the browser bundle. */
export async function prefetchPart(client: QueryClient, fetch: Fetch, url: URL): Promise<void> {
  if (!import.meta.env.SSR) return
  const id = readPartId(url)
  await Promise.all([
    client.prefetchQuery({ ...partQuery(id, fetch), retry: false }),
    client.prefetchQuery({ ...partDetailsQuery(id, fetch), retry: false }),
    client.prefetchQuery({ ...partRelationsQuery(id, fetch), retry: false }),
    client.prefetchQuery({ ...shopRatingQuery(fetch), retry: false }),
  ])
}

/** Returns the HTTP status of a part's page: 404 if the part does not exist. */
export function getPartPageStatus(client: QueryClient, url: URL): number {
  if (!import.meta.env.SSR) return 200
  return client.getQueryData(partQuery(readPartId(url)).queryKey) === null ? 404 : 200
}

const readPartId = (url: URL) => url.pathname.split('/').at(-1) ?? ''
