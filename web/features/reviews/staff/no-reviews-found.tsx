import { Link } from 'react-router'
import { FIRST_PAGE, isFirstPage, searchOf } from '../../../api/turn.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { keepScroll } from '../../../ui/page/kept-scroll.tsx'
import type { ReviewsWanted } from './use-managed-wanted.ts'

/** No reviews yet, none that match, or a page whose reviews are gone. */
export function NoReviewsFound({ wanted }: { wanted: ReviewsWanted }) {
  const { search, show } = wanted
  if (!isFirstPage(wanted)) {
    return (
      <EmptyState text="No reviews on this page any more.">
        <Link className="btn btn-outline" to={searchOf({ ...wanted, ...FIRST_PAGE })}>
          First page
        </Link>
      </EmptyState>
    )
  }
  if (!search && !show) return <EmptyState text="No reviews yet." />
  const which = show ? `No ${show} reviews` : 'No reviews'
  return (
    <EmptyState text={search ? `${which} match “${search}”.` : `${which}.`}>
      <Link className="btn btn-outline" to="?" state={keepScroll}>
        All reviews
      </Link>
    </EmptyState>
  )
}
