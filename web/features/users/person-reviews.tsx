import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/call-error.ts'
import { countedSoFar } from '../../api/counted.ts'
import { searchOf } from '../../api/turn.ts'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Stars } from '../../ui/stars.tsx'
import { reviewsBy } from '../reviews/staff/managed-reviews-list.ts'
import { PersonPart } from './person-part.tsx'

/** What he wrote last of the shop, and the way to all of it. */
export function PersonReviews({ id, email }: { id: string; email: string }) {
  const { data: page, error, isPending, refetch } = useQuery(reviewsBy(id))
  const all = page &&
    page.total > 0 && {
      words: page.total > 1 ? `All ${countedSoFar(page.total, 'review', 'reviews')}` : 'Manage it',
      to: paths.manageReviews + searchOf({ search: email }),
    }
  return (
    <PersonPart name="Reviews" all={all || undefined}>
      {error && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {page?.rows.length === 0 && <p className="second">No reviews yet.</p>}
      {page?.rows.map((review) => (
        <article key={review._id} className="person-review">
          <p>
            <Stars value={review.ratting} />
            {review.hidden && <span className="badge badge-over">Hidden</span>}
            <Moment at={review.at} />
          </p>
          {review.comment && <p className="said">{review.comment}</p>}
        </article>
      ))}
    </PersonPart>
  )
}
