import type { Review } from '@freehub/contract/reviews'
import { Stars } from '../ui/stars.tsx'

const SHOWN_AT_FIRST = 6

/** The reviews one by one: the newest in sight, the others behind one press, scripts or not. */
export function Quotes({ reviews }: { reviews: Review[] }) {
  const others = reviews.slice(SHOWN_AT_FIRST)
  return (
    <>
      <QuoteList reviews={reviews.slice(0, SHOWN_AT_FIRST)} />
      {others.length > 0 && (
        <details className="more-quotes">
          <summary className="btn btn-outline">All {reviews.length} reviews</summary>
          <QuoteList reviews={others} />
        </details>
      )}
    </>
  )
}

function QuoteList({ reviews }: { reviews: Review[] }) {
  return (
    <div className="quotes">
      {reviews.map((review) => (
        <article key={review._id} className="quote">
          <Stars value={review.ratting} />
          {review.comment && <p>{review.comment}</p>}
          <footer>{review.name}</footer>
        </article>
      ))}
    </div>
  )
}
