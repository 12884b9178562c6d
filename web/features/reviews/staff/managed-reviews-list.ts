import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { readCursorPage, updateRowOnPages } from '../../../api/cursor-page.ts'
import { buildListQuery, readPage } from '../../../api/list-pages.ts'
import { FIRST_PAGE } from '../../../api/page-cursor.ts'
import { REVIEWS_QUERY_KEY } from '../reviews-query.ts'
import type { ReviewFilters } from './use-review-filters.ts'

const MANAGED_QUERY_KEY = [REVIEWS_QUERY_KEY, 'managed']

const PAGES_QUERY_KEY = [...MANAGED_QUERY_KEY, 'pages']

/** One page of all reviews, newest first, for staff. */
export const managedReviewsQuery = (filters: ReviewFilters) =>
  queryOptions({
    queryKey: [...PAGES_QUERY_KEY, filters],
    queryFn: ({ signal }) =>
      readCursorPage<ManagedReview>(`/api/reviews?${buildListQuery({ ...filters })}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The latest reviews of a user, and the number of all their reviews. */
export const reviewsByUserQuery = (userId: string) =>
  queryOptions({
    queryKey: [...PAGES_QUERY_KEY, 'by', userId],
    queryFn: ({ signal }) =>
      readCursorPage<ManagedReview>(
        `/api/reviews?${buildListQuery({ by: userId, size: '3' })}`,
        signal,
      ),
    staleTime: 0,
  })

/** The number of matching reviews, capped by the server. Fetches a single row. */
export const reviewsCountQuery = (filters: ReviewFilters) => {
  const countFilters = { ...filters, ...FIRST_PAGE }
  return queryOptions({
    queryKey: [...MANAGED_QUERY_KEY, 'count', countFilters],
    queryFn: async ({ signal }) => {
      const page = await readPage(
        `/api/reviews?${buildListQuery({ ...countFilters, size: '1' })}`,
        signal,
      )
      return page.total ?? null
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Updates a review on all cached pages. */
export function updateCachedReview(
  client: QueryClient,
  id: string,
  change: Partial<ManagedReview>,
): void {
  updateRowOnPages<ManagedReview>(client, PAGES_QUERY_KEY, id, change)
}

/** Refetches the public reviews and those of the staff screens. */
export function refetchReviews(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [REVIEWS_QUERY_KEY] })
}
