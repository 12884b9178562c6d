import { CACHE_LIFE_MS } from '@freehub/contract/constants'
import type { ShopRating } from '@freehub/contract/reviews/reviews'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Fetch } from '../../api/send.ts'
import { REVIEWS_QUERY_KEY } from './reviews-query.ts'

/** What all reviews say of the shop together. `fetch` is given by the server alone. */
export function shopRatingQuery(fetch?: Fetch) {
  return queryOptions({
    queryKey: [REVIEWS_QUERY_KEY, 'rating'],
    queryFn: ({ signal }) => call<ShopRating>('GET', '/api/rating', { signal, fetch, plain: true }),
    staleTime: CACHE_LIFE_MS,
  })
}
