import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../api/send.ts'
import { partsPreviewQuery } from '../parts/parts-queries.ts'
import { reviewsQuery } from '../reviews/reviews-query.ts'

export function prefetchHome(client: QueryClient, fetch: Fetch): Promise<unknown> {
  return Promise.all([
    client.prefetchQuery({ ...partsPreviewQuery(fetch), retry: false }),
    client.prefetchQuery({ ...reviewsQuery(fetch), retry: false }),
  ])
}
