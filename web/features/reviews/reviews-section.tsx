import { formatCount, pluralize } from '@freehub/contract/money'
import type { ShopRating } from '@freehub/contract/reviews/review-schemas'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { Stars } from '../../ui/stars.tsx'
import { MORE_REVIEWS, ReviewList } from './review-list.tsx'
import { parseReviewCursor, reviewsQuery, shopRatingQuery } from './reviews-query.ts'

/** The section of the home page with the rating and the reviews of the shop. */
export function ReviewsSection() {
  const after = parseReviewCursor(useLocation().search)
  const query = useQuery(reviewsQuery(after))
  const { data: rating, isPending: isRatingPending } = useQuery(shopRatingQuery())
  const { data: page } = query
  const isLoading = query.isPending || isRatingPending
  return (
    <section className="sec" id="reviews">
      <div className="wrap grid gap-10 xl:grid-cols-[3.4fr_8.6fr] xl:gap-24">
        <div className="reviews-sum">
          <h2>Reviews</h2>
          {rating && rating.count > 0 && <Ratings rating={rating} />}
        </div>
        <div className="reviews-list">
          {isLoading && <LoadingScreen />}
          {!page && <QueryError query={query} />}
          {page && !isLoading && (
            <ReviewList
              key={after}
              page={page}
              moreLabel={
                after || !rating
                  ? MORE_REVIEWS
                  : `All ${pluralize(rating.count, 'Review', 'Reviews')}`
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

function Ratings({ rating: { average, count, distribution } }: { rating: ShopRating }) {
  return (
    <>
      <p className="average mt-8">{average.toFixed(1)}</p>
      <p className="mt-5.5 flex items-center gap-3">
        <Stars value={average} />
        <span className="secondary num">{pluralize(count, 'review', 'reviews')}</span>
      </p>
      <ul className="distribution">
        {distribution.map((row) => (
          <li key={row.stars}>
            <span>{pluralize(row.stars, 'star', 'stars')}</span>
            <svg
              className="block w-full h-2.5 bg-rule fill-blue-ink"
              viewBox="0 0 100 10"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect width={(100 * row.count) / count} height="10" />
            </svg>
            <span>
              {formatCount(row.count)}
              <span className="sr-only"> of {pluralize(count, 'review', 'reviews')}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
