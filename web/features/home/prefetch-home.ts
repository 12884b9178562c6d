import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../../api/send.ts'
import { partsPreviewQuery } from '../catalog/search/all-parts-queries.ts'
import { readReviewCursor, reviewsQuery, shopRatingQuery } from '../reviews/reviews-query.ts'

/** Prefetches the home page's data on the server. The bundler removes the code from the browser's bundle. */
export async function prefetchHome(client: QueryClient, fetch: Fetch, url: URL) {
  if (!import.meta.env.SSR) return
  await Promise.all([
    client.prefetchQuery({ ...partsPreviewQuery(fetch), retry: false }),
    client.prefetchQuery({ ...reviewsQuery(readReviewCursor(url.search), fetch), retry: false }),
    client.prefetchQuery({ ...shopRatingQuery(fetch), retry: false }),
  ])
}
