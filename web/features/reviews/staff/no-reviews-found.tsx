import { Link } from 'react-router'
import { FIRST_PAGE, formatQueryString, isFirstPage } from '../../../api/page-cursor.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import type { ReviewFilters } from './use-review-filters.ts'

/** Explains an empty list: no reviews at all, no matches, or a page whose reviews have gone. */
export function NoReviewsFound({ filters }: { filters: ReviewFilters }) {
  const { search, show } = filters
  if (!isFirstPage(filters)) {
    return (
      <EmptyState text="There are no more reviews on this page.">
        <Link className="btn btn-outline" to={formatQueryString({ ...filters, ...FIRST_PAGE })}>
          First page
        </Link>
      </EmptyState>
    )
  }
  if (!search && !show) return <EmptyState text="No reviews yet." />
  const noReviews = show ? `No ${show} reviews` : 'No reviews'
  return (
    <EmptyState text={search ? `${noReviews} match “${search}”.` : `${noReviews}.`}>
      <Link className="btn btn-outline" to="?" state={preventScrollReset}>
        All reviews
      </Link>
    </EmptyState>
  )
}
