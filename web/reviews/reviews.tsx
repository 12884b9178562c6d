import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../api/call-error.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { Quotes } from './quotes.tsx'
import { Ratings } from './ratings.tsx'
import { reviewsQuery } from './reviews-query.ts'

/** What customers say: together at the left, one by one at the right. */
export function Reviews() {
  const { data: reviews, isPending, error, refetch } = useQuery(reviewsQuery())
  return (
    <section className="sec" id="reviews">
      <div className="wrap reviews">
        <div className="reviews-sum">
          <h2>Reviews</h2>
          {reviews && reviews.length > 0 && <Ratings reviews={reviews} />}
        </div>
        <div className="reviews-list">
          {isPending && <LoadingScreen />}
          {!reviews && error && (
            <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
          )}
          {reviews?.length === 0 && <EmptyState text="No reviews yet." />}
          {reviews && reviews.length > 0 && <Quotes reviews={reviews} />}
        </div>
      </div>
    </section>
  )
}
