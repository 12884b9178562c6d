import { useQuery } from '@tanstack/react-query'
import { formatError } from '../../api/call-error.ts'
import { formatQueryString } from '../../api/cursor-page.ts'
import { pluralizeCapped } from '../../api/format-count.ts'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { Stars } from '../../ui/stars.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { reviewsByUserQuery } from '../reviews/staff/managed-reviews-list.ts'
import { PersonSection } from './person-section.tsx'

/** The user's latest reviews, with a link to all of them. */
export function PersonReviews({ id, email }: { id: string; email: string }) {
  const { data: page, error, isPending, refetch } = useQuery(reviewsByUserQuery(id))
  const seeAll = page &&
    page.total > 0 && {
      label:
        page.total > 1
          ? `All ${pluralizeCapped(page.total, 'review', 'reviews')}`
          : 'Manage review',
      to: paths.manageReviews + formatQueryString({ search: email }),
    }
  return (
    <PersonSection title="Reviews" seeAll={seeAll || undefined}>
      {error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {page?.rows.length === 0 && <p className="second">No reviews yet.</p>}
      {page?.rows.map((review) => (
        <article key={review._id} className="person-review">
          <p>
            <Stars value={review.ratting} />
            {review.hidden && <span className="badge badge-over">Hidden</span>}
            <Timestamp at={review.at} />
          </p>
          {review.comment && <p className="said">{review.comment}</p>}
        </article>
      ))}
    </PersonSection>
  )
}
