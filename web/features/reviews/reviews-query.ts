import { CACHE_TTL_MS, HOME_REVIEW_COUNT, LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { readId } from '@freehub/contract/read-id'
import type { Review, ShopRating } from '@freehub/contract/reviews/review-schemas'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callWithHeaders } from '../../api/call.ts'
import { getQuery } from '../../api/get-query.ts'
import type { Fetch } from '../../api/send.ts'

/** Prefix of the keys of all review queries. A new review makes them outdated. */
export const REVIEWS_QUERY_KEY = 'reviews'

export interface ReviewsPage {
  reviews: Review[]
  /** The id of the last review if older reviews follow. */
  next: string | undefined
}

/** Reads the id from `?after=`, which selects the reviews older than that review. */
export function parseReviewCursor(search: string): string | undefined {
  return readId(new URLSearchParams(search).get('after'))
}

/** Returns the query of the newest reviews, or of the reviews older than `after`. Only the server passes `fetch`. */
export function reviewsQuery(after?: string, fetch?: Fetch) {
  const query = after ? `size=${LIST_SIZE_MAXIMUM}&after=${after}` : `size=${HOME_REVIEW_COUNT}`
  return queryOptions({
    queryKey: [REVIEWS_QUERY_KEY, query],
    queryFn: async ({ signal }): Promise<ReviewsPage> => {
      const path = `/reviews?${query}`
      const options = { signal, fetch, withoutToken: true }
      const { body: reviews, headers } = await callWithHeaders<Review[]>('GET', path, options)
      // The only relation in the Link header is the next page.
      return { reviews, next: headers.has('Link') ? reviews.at(-1)?._id : undefined }
    },
    placeholderData: keepPreviousData,
    staleTime: CACHE_TTL_MS,
  })
}

/** Returns the query of the shop's rating from all reviews. Only the server passes `fetch`. */
export const shopRatingQuery = (fetch?: Fetch) => ({
  ...getQuery<ShopRating>([REVIEWS_QUERY_KEY, 'rating'], '/api/rating', {
    withoutToken: true,
    fetch,
  }),
  staleTime: CACHE_TTL_MS,
})
