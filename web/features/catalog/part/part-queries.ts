import type { Part, PartDetails, PartRelations } from '@freehub/contract/catalog/parts'
import { CACHE_TTL_MS, PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { isNotFound } from '../../../api/call-error.ts'
import { getQuery } from '../../../api/get-query.ts'
import type { Fetch } from '../../../api/send.ts'
import { shopRatingQuery } from '../../reviews/reviews-query.ts'

/** Returns the query of a part. A missing part is null. Only the server passes `fetch`. */
export const partQuery = (id: string, fetch?: Fetch) =>
  queryOptions({
    queryKey: [PARTS_QUERY_KEY, id],
    queryFn: ({ signal }): Promise<Part | null> =>
      call<Part>('GET', `/parts/${encodeURIComponent(id)}`, {
        withoutToken: true,
        signal,
        fetch,
      }).catch(toNullIfMissing),
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : 0),
  })

function toNullIfMissing(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

/** The query for a part's number, family, attributes and price tiers, which rarely change. */
export const partDetailsQuery = (id: string, fetch?: Fetch) => ({
  ...getQuery<PartDetails>([PARTS_QUERY_KEY, id, 'details'], toPath(id), {
    withoutToken: true,
    fetch,
  }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const partRelationsQuery = (id: string, fetch?: Fetch) => ({
  ...getQuery<PartRelations>([PARTS_QUERY_KEY, id, 'relations'], `${toPath(id)}/relations`, {
    withoutToken: true,
    fetch,
  }),
  staleTime: CACHE_TTL_MS,
})

const toPath = (id: string) => `/api/parts/${encodeURIComponent(id)}`

/** Prefetches the data of a part's page. Does nothing in the browser. */
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
