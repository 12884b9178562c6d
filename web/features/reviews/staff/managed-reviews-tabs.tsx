import type { ReviewsFilter } from '@freehub/contract/reviews/reviews'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatCappedCount } from '../../../api/format-count.ts'
import { FIRST_PAGE, formatQueryString } from '../../../api/page-cursor.ts'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { reviewsCountQuery } from './managed-reviews-list.ts'
import type { ReviewFilters } from './use-review-filters.ts'

const tabs: { show: ReviewsFilter | ''; name: string }[] = [
  { show: '', name: 'All' },
  { show: 'unanswered', name: 'Unanswered' },
  { show: 'held', name: 'Held' },
  { show: 'hidden', name: 'Hidden' },
]

/** Tabs that filter the reviews, each with its number of reviews. */
export function ManagedReviewsTabs({ filters }: { filters: ReviewFilters }) {
  return (
    <nav className="tabs-line" aria-label="Reviews by kind">
      {tabs.map(({ show, name }) => (
        <Link
          key={name}
          to={formatQueryString({ ...filters, ...FIRST_PAGE, show })}
          aria-current={show === filters.show ? 'page' : undefined}
          state={preventScrollReset}
        >
          {name}
          <TabCount filters={{ ...filters, show }} />
        </Link>
      ))}
    </nav>
  )
}

function TabCount({ filters }: { filters: ReviewFilters }) {
  const { data: count } = useQuery(reviewsCountQuery(filters))
  return typeof count === 'number' ? <small>{formatCappedCount(count)}</small> : null
}
