import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { useReleaseReview, useShowReview } from './hide-review.ts'

interface ManagedReviewActionsProps {
  review: ManagedReview
  /** Id of the element that identifies the review. */
  describedBy: string
  /** Whether the answer form is open, which has its own buttons. */
  isAnswering: boolean
  onAnswer: () => void
  onHide: (review: ManagedReview) => void
  onDone: () => void
  onRefused: (reason: string) => void
}

export function ManagedReviewActions(props: ManagedReviewActionsProps) {
  const { review, describedBy, isAnswering, onAnswer, onHide, ...callbacks } = props
  const show = useShowReview(callbacks)
  const showOnce = useMutateOnce(show.mutate)
  const release = useReleaseReview(callbacks)
  const releaseOnce = useMutateOnce(release.mutate)
  return (
    <div className="act">
      {!isAnswering && (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-describedby={describedBy}
          onClick={onAnswer}
        >
          {review.answer ? 'Change Answer' : 'Answer'}
        </button>
      )}
      {review.held && (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-describedby={describedBy}
          aria-busy={release.isPending}
          onClick={() => releaseOnce(review)}
        >
          Release
        </button>
      )}
      {review.hidden ? (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-describedby={describedBy}
          aria-busy={show.isPending}
          onClick={() => showOnce(review)}
        >
          Show Again
        </button>
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-error btn-sm"
          aria-describedby={describedBy}
          onClick={() => onHide(review)}
        >
          Hide
        </button>
      )}
    </div>
  )
}
