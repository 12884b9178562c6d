import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { listQuery, readPage } from '../../../api/list-pages.ts'
import { FIRST_PAGE } from '../../../api/turn.ts'
import { changeOnPages, readTurnedPage } from '../../../api/turned-page.ts'
import { REVIEWS_QUERY_KEY } from '../reviews-query.ts'
import type { ReviewsWanted } from './use-managed-wanted.ts'

const MANAGED = [REVIEWS_QUERY_KEY, 'managed']

const PAGES = [...MANAGED, 'pages']

/** A page of all reviews, newest first, as staff see them. */
export const managedReviewsPage = (wanted: ReviewsWanted) =>
  queryOptions({
    queryKey: [...PAGES, wanted],
    queryFn: ({ signal }) =>
      readTurnedPage<ManagedReview>(`/api/reviews?${listQuery({ ...wanted })}`, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The last few reviews of a user, and how many he wrote. */
export const reviewsBy = (userId: string) =>
  queryOptions({
    queryKey: [...PAGES, 'by', userId],
    queryFn: ({ signal }) =>
      readTurnedPage<ManagedReview>(`/api/reviews?${listQuery({ by: userId, size: '3' })}`, signal),
    staleTime: 0,
  })

/** How many reviews of a kind match a search, as far as the shop counts, without reading them. */
export const reviewsCount = (wanted: ReviewsWanted) => {
  const counted = { ...wanted, ...FIRST_PAGE }
  return queryOptions({
    queryKey: [...MANAGED, 'count', counted],
    queryFn: async ({ signal }) => {
      const page = await readPage(`/api/reviews?${listQuery({ ...counted, size: '1' })}`, signal)
      return page.total ?? null
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Shows at once what has changed of a review, on every page that has it. */
export function showReviewChange(
  client: QueryClient,
  id: string,
  change: Partial<ManagedReview>,
): void {
  changeOnPages<ManagedReview>(client, PAGES, id, change)
}

/** Reads the reviews as they are now: those of the staff, and those that everybody reads. */
export function readReviewsAnew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [REVIEWS_QUERY_KEY] })
}
