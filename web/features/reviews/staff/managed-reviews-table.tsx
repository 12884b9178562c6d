import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { ManagedReviewRow } from './managed-review-row.tsx'

interface ManagedReviewsTableProps {
  reviews: ManagedReview[]
  /** Whether the reviews are those of the previous search while the new ones load. */
  isStale: boolean
  onHide: (review: ManagedReview) => void
  onRefused: (reason: string) => void
  /** Called when a row is removed while it has the focus. */
  onFocusLost: () => void
}

export function ManagedReviewsTable({ reviews, isStale, ...callbacks }: ManagedReviewsTableProps) {
  return (
    <table className="table reviews-managed" aria-label="Reviews" aria-busy={isStale}>
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
          <ManagedReviewRow key={review._id} review={review} {...callbacks} />
        ))}
      </tbody>
    </table>
  )
}
