import { RATING_MAXIMUM } from '@freehub/contract/constants'
import { Star } from './star.tsx'

const places = Array.from({ length: RATING_MAXIMUM }, (_, i) => i + 1)

/** A rating of 1 to 5 as filled stars; an average is rounded. */
export function Stars({ value }: { value: number }) {
  const filled = Math.round(value)
  return (
    <span className="stars" role="img" aria-label={`${value} of ${RATING_MAXIMUM} stars`}>
      {places.map((place) => (
        <Star key={place} className={place > filled ? 'off' : undefined} />
      ))}
    </span>
  )
}
