import { RATING_MAXIMUM } from '@freehub/contract/constants'

const positions = Array.from({ length: RATING_MAXIMUM }, (_, i) => i + 1)

/** A rating from 1 to 5 as filled stars. Rounds averages. */
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

const OUTLINE = 'M12 2.5l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.7l-6.1 3.4 1.4-6.8L2.2 9.6l6.9-.8Z'

/** A star of a rating. The CSS of its class or parent sets its fill. */
export function Star({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <path d={OUTLINE} />
    </svg>
  )
}
