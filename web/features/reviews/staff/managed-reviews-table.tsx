import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { ManagedReviewRow } from './managed-review-row.tsx'

interface ManagedReviewsTableProps {
  reviews: ManagedReview[]
  /** These are still the reviews of the last search, until those of this one are here. */
  stale: boolean
  /** Why it is hidden is asked elsewhere. */
  onHide: (review: ManagedReview) => void
  onRefused: (why: string) => void
  /** A review has gone from the list, and had the focus. */
  onGone: () => void
}

export function ManagedReviewsTable({ reviews, stale, ...on }: ManagedReviewsTableProps) {
  return (
    <table className="table reviews-managed" aria-label="Reviews" aria-busy={stale}>
      <thead>
        <tr>
          <th scope="col" className="of-client">
            Client
          </th>
          <th scope="col">Review</th>
          <th scope="col" className="of-action">
            Action
          </th>
        </tr>
      </thead>
      <tbody>
        {reviews.map((review) => (
          <ManagedReviewRow key={review._id} review={review} {...on} />
        ))}
      </tbody>
    </table>
  )
}
