import type { ManagedReview, ReviewsFilter } from '@freehub/contract/reviews/review-schemas'
import type { QueryClient } from '@tanstack/react-query'
import {
  cursorPageQuery,
  firstRowsQuery,
  rowCountQuery,
  updateRowOnPages,
} from '../../../api/lists/cursor-page.ts'
import { refetchInAllTabs } from '../../../api/other-tabs.ts'
import { withTimes } from '../../../ui/lists/date-filter.tsx'
import type { DatedListFilters } from '../../../ui/lists/use-list-filters.ts'
import { REVIEWS_QUERY_KEY } from '../reviews-query.ts'

const MANAGED_QUERY_KEY = [REVIEWS_QUERY_KEY, 'managed']

const PAGES_QUERY_KEY = [...MANAGED_QUERY_KEY, 'pages']

/** Filters and page of the review list. An empty text means not set. */
export interface ReviewFilters extends DatedListFilters {
  show: ReviewsFilter | ''
  /** The highest number of stars. */
  maxRating: string
}

export const managedReviewsQuery = (filters: ReviewFilters) =>
  cursorPageQuery<ManagedReview>(PAGES_QUERY_KEY, '/api/reviews', withTimes(filters))

export const reviewsCountQuery = (filters: ReviewFilters) =>
  rowCountQuery([...MANAGED_QUERY_KEY, 'count'], '/api/reviews', withTimes(filters))

/** Returns the query for a user's three latest reviews, with the number of all their reviews. */
export const reviewsByUserQuery = (userId: string) =>
  firstRowsQuery<ManagedReview>([...PAGES_QUERY_KEY, 'by', userId], '/api/reviews', {
    by: userId,
    size: '3',
  })

export function updateCachedReview(
  client: QueryClient,
  id: string,
  change: Partial<ManagedReview>,
): void {
  updateRowOnPages<ManagedReview>(client, PAGES_QUERY_KEY, id, change)
}

/** Refetches all reviews, in all tabs. */
export function refetchReviews(client: QueryClient): void {
  void refetchInAllTabs(client, [REVIEWS_QUERY_KEY])
}
