import type { ShopRating } from '@freehub/contract/reviews/review-schemas'
import { pluralize } from '../../api/format-count.ts'
import { Stars } from '../../ui/stars.tsx'
import { formatStars } from './format-stars.ts'

/** Average, number and distribution of all ratings. */
export function Ratings({ rating: { average, count, distribution } }: { rating: ShopRating }) {
  return (
    <>
      <p className="average mt-8">{average.toFixed(1)}</p>
      <p className="mt-5.5 flex items-center gap-3">
        <Stars value={average} />
        <span className="second num">{pluralize(count, 'review', 'reviews')}</span>
      </p>
      <ul className="distribution">
        {distribution.map((row) => (
          <li key={row.stars}>
            <span>{formatStars(row.stars)}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(100 * row.count) / count} height="10" />
            </svg>
            <span>
              {row.count}
              <span className="sr-only"> of {pluralize(count, 'review', 'reviews')}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
