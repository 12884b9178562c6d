import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { useReleaseReview, useShowReview } from './hide-review.ts'

interface ManagedReviewActionsProps {
  review: ManagedReview
  /** Id of what tells this review from the others. */
  describedBy: string
  /** The answer is being written, and has buttons of its own. */
  isAnswering: boolean
  onAnswer: () => void
  onHide: (review: ManagedReview) => void
  onDone: () => void
  onRefused: (why: string) => void
}

/** What can be done with a review. */
export function ManagedReviewActions(props: ManagedReviewActionsProps) {
  const { review, describedBy, isAnswering, onAnswer, onHide, ...said } = props
  const { mutate, isPending } = useShowReview(said)
  const showOnce = useMutateOnce(mutate)
  const release = useReleaseReview(said)
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
          aria-busy={isPending}
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
