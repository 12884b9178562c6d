import type { ReviewsShown } from '@freehub/contract/reviews/reviews'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { countedInShort } from '../../../api/counted.ts'
import { FIRST_PAGE, searchOf } from '../../../api/turn.ts'
import { keepScroll } from '../../../ui/page/kept-scroll.tsx'
import { reviewsCount } from './managed-reviews-list.ts'
import type { ReviewsWanted } from './use-managed-wanted.ts'

const tabs: { show: ReviewsShown | ''; name: string }[] = [
  { show: '', name: 'All' },
  { show: 'unanswered', name: 'Unanswered' },
  { show: 'held', name: 'Held' },
  { show: 'hidden', name: 'Hidden' },
]

/** The reviews by what they wait for, and how many there are of each. */
export function ManagedReviewsTabs({ wanted }: { wanted: ReviewsWanted }) {
  return (
    <nav className="tabs-line" aria-label="Reviews by kind">
      {tabs.map(({ show, name }) => (
        <Link
          key={name}
          to={searchOf({ ...wanted, ...FIRST_PAGE, show })}
          aria-current={show === wanted.show ? 'page' : undefined}
          state={keepScroll}
        >
          {name}
          <TabCount wanted={{ ...wanted, show }} />
        </Link>
      ))}
    </nav>
  )
}

function TabCount({ wanted }: { wanted: ReviewsWanted }) {
  const { data: count } = useQuery(reviewsCount(wanted))
  if (typeof count !== 'number') return null
  return <small>{countedInShort(count)}</small>
}
