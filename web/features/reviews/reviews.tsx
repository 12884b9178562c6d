import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { formatError } from '../../api/call-error.ts'
import { pluralize } from '../../api/format-count.ts'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { Ratings } from './ratings.tsx'
import { MORE_REVIEWS, ReviewList } from './review-list.tsx'
import { readReviewCursor, reviewsQuery } from './reviews-query.ts'
import { shopRatingQuery } from './shop-rating-query.ts'

/** The rating on the left, the reviews on the right. */
export function Reviews() {
  const after = readReviewCursor(useLocation().search)
  const { data: page, isPending, error, refetch } = useQuery(reviewsQuery(after))
  const { data: rating, isPending: isRatingPending } = useQuery(shopRatingQuery())
  const isLoading = isPending || isRatingPending
  return (
    <section className="sec" id="reviews">
      <div className="wrap reviews">
        <div className="reviews-sum">
          <h2>Reviews</h2>
          {rating && rating.count > 0 && <Ratings rating={rating} />}
        </div>
        <div className="reviews-list">
          {isLoading && <LoadingScreen />}
          {!page && error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
          {page && !isLoading && (
            <ReviewList
              key={after}
              page={page}
              moreLabel={
                after || !rating
                  ? MORE_REVIEWS
                  : `All ${pluralize(rating.count, 'review', 'reviews')}`
              }
            />
          )}
          {after && <Link to={paths.reviews}>Back to the newest reviews</Link>}
          {page?.reviews.length === 0 && !after && <EmptyState text="No reviews yet." />}
        </div>
      </div>
    </section>
  )
}
