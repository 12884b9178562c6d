import { CACHE_LIFE_MS } from '@freehub/contract/constants'
import type { Review } from '@freehub/contract/reviews'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Fetch } from '../api/send.ts'
import { ratingSummary } from './rating-summary.ts'

export interface ShopRating {
  average: number
  count: number
}

/** How the shop is rated: two numbers, for pages that do not show the reviews themselves. */
export function shopRatingQuery(fetch?: Fetch) {
  return queryOptions({
    queryKey: ['reviews', 'rating'],
    queryFn: async ({ signal }): Promise<ShopRating> => {
      const reviews = await call<Review[]>('GET', '/reviews', { signal, fetch, plain: true })
      const { average, count } = ratingSummary(reviews)
      return { average, count }
    },
    staleTime: CACHE_LIFE_MS,
  })
}
