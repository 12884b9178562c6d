import { RATING_MAXIMUM } from '@freehub/contract/constants'
import type { Review } from '@freehub/contract/reviews'

export interface RatingSummary {
  count: number
  /** With one decimal; 0 where there are no reviews. */
  average: number
  /** From five stars down to one. */
  distribution: { stars: number; count: number }[]
}

/** What the reviews at hand say together. */
export function ratingSummary(reviews: Pick<Review, 'ratting'>[]): RatingSummary {
  const sum = reviews.reduce((total, review) => total + review.ratting, 0)
  const distribution = Array.from({ length: RATING_MAXIMUM }, (_, i) => RATING_MAXIMUM - i).map(
    (stars) => ({ stars, count: reviews.filter((review) => review.ratting === stars).length }),
  )
  return {
    count: reviews.length,
    average: reviews.length ? Math.round((10 * sum) / reviews.length) / 10 : 0,
    distribution,
  }
}
