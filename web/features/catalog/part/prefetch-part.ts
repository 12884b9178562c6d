import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../../../api/send.ts'
import { shopRatingQuery } from '../../reviews/shop-rating-query.ts'
import { onePart, partDetails, partRelations } from './part-queries.ts'

/** Only the server reads beforehand: nothing of this is in what every visitor loads. */
export async function prefetchPart(client: QueryClient, fetch: Fetch, url: URL): Promise<void> {
  if (!import.meta.env.SSR) return
  const id = idIn(url)
  await Promise.all([
    client.prefetchQuery({ ...onePart(id, fetch), retry: false }),
    client.prefetchQuery({ ...partDetails(id, fetch), retry: false }),
    client.prefetchQuery({ ...partRelations(id, fetch), retry: false }),
    client.prefetchQuery({ ...shopRatingQuery(fetch), retry: false }),
  ])
}

/** The status of a part's page: 404 where the shop has no such part. */
export function partStatus(client: QueryClient, url: URL): number {
  if (!import.meta.env.SSR) return 200
  return client.getQueryData(onePart(idIn(url)).queryKey) === null ? 404 : 200
}

const idIn = (url: URL) => url.pathname.split('/').at(-1) ?? ''
