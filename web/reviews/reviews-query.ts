import { CACHE_LIFE_MS } from '@freehub/contract/constants'
import type { Review } from '@freehub/contract/reviews'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Fetch } from '../api/send.ts'

/** The reviews, newest first. `fetch` is given by the server alone. */
export function reviewsQuery(fetch?: Fetch) {
  return queryOptions({
    queryKey: ['reviews'],
    queryFn: ({ signal }) => call<Review[]>('GET', '/reviews', { signal, fetch, plain: true }),
    staleTime: CACHE_LIFE_MS,
  })
}
