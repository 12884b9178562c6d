import { RATING_MAXIMUM } from '@freehub/contract/constants'
import { Star } from './star.tsx'

const positions = Array.from({ length: RATING_MAXIMUM }, (_, i) => i + 1)

/** A rating of 1 to 5 as filled stars. Averages are rounded. */
export function Stars({ value }: { value: number }) {
  const filled = Math.round(value)
  return (
    <span className="stars" role="img" aria-label={`${value} of ${RATING_MAXIMUM} stars`}>
      {positions.map((position) => (
        <Star key={position} className={position > filled ? 'off' : undefined} />
      ))}
    </span>
  )
}
