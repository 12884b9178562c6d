import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { sentenceOf } from '../../api/call-error.ts'
import { counted } from '../../api/counted.ts'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { MORE_REVIEWS, Quotes } from './quotes.tsx'
import { Ratings } from './ratings.tsx'
import { readReviewsAfter, reviewsQuery } from './reviews-query.ts'
import { shopRatingQuery } from './shop-rating-query.ts'

/** What customers say: together at the left, one by one at the right. */
export function Reviews() {
  const after = readReviewsAfter(useLocation().search)
  const { data: page, isPending, error, refetch } = useQuery(reviewsQuery(after))
  const { data: rating, isPending: isRatingPending } = useQuery(shopRatingQuery())
  const isWaiting = isPending || isRatingPending
  return (
    <section className="sec" id="reviews">
      <div className="wrap reviews">
        <div className="reviews-sum">
          <h2>Reviews</h2>
          {rating && rating.count > 0 && <Ratings rating={rating} />}
        </div>
        <div className="reviews-list">
          {isWaiting && <LoadingScreen />}
          {!page && error && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
          {page && !isWaiting && (
            <Quotes
              key={after}
              page={page}
              more={
                after || !rating
                  ? MORE_REVIEWS
                  : `All ${counted(rating.count, 'review', 'reviews')}`
              }
            />
          )}
          {after && <Link to={paths.reviews}>From the newest review</Link>}
          {page?.reviews.length === 0 && !after && <EmptyState text="No reviews yet." />}
        </div>
      </div>
    </section>
  )
}
