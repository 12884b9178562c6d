import { CACHE_TTL_MS } from '@freehub/contract/constants'
import type { ShopRating } from '@freehub/contract/reviews/review-schemas'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Fetch } from '../../api/send.ts'
import { REVIEWS_QUERY_KEY } from './reviews-query.ts'

/** The rating of the shop over all reviews. Only the server passes `fetch`. */
export function shopRatingQuery(fetch?: Fetch) {
  return queryOptions({
    queryKey: [REVIEWS_QUERY_KEY, 'rating'],
    queryFn: ({ signal }) => call<ShopRating>('GET', '/api/rating', { signal, fetch, plain: true }),
    staleTime: CACHE_TTL_MS,
  })
}
