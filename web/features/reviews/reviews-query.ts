import { CACHE_LIFE_MS, HOME_REVIEWS, LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { readId } from '@freehub/contract/read-id'
import type { Review } from '@freehub/contract/reviews/reviews'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callForResponse } from '../../api/call.ts'
import type { Fetch } from '../../api/send.ts'

/** Whatever is kept under it may be out of date once a review is added. */
export const REVIEWS_QUERY_KEY = 'reviews'

export interface ReviewsPage {
  reviews: Review[]
  /** The id of the last where older ones follow. */
  next: string | undefined
}

/** After which review an address wants to see the older ones, if it says any. */
export function readReviewsAfter(search: string): string | undefined {
  return readId(new URLSearchParams(search).get('after'))
}

/** The newest reviews, a few; or many of those older than one. `fetch` is given by the server alone. */
export function reviewsQuery(after?: string, fetch?: Fetch) {
  const wanted = after ? `size=${LIST_SIZE_MAXIMUM}&after=${after}` : `size=${HOME_REVIEWS}`
  return queryOptions({
    queryKey: [REVIEWS_QUERY_KEY, wanted],
    queryFn: async ({ signal }): Promise<ReviewsPage> => {
      const path = `/reviews?${wanted}`
      const response = await callForResponse('GET', path, { signal, fetch, plain: true })
      const reviews: Review[] = await response.json()
      // The next page is all that a Link of theirs leads to.
      return { reviews, next: response.headers.has('Link') ? reviews.at(-1)?._id : undefined }
    },
    placeholderData: keepPreviousData,
    staleTime: CACHE_LIFE_MS,
  })
}
