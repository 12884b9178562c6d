import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { paths } from '../../../paths.ts'
import { useFocusAfterRemoval } from '../../../ui/dialogs/use-focus-after-removal.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { VerifiedBuyer } from '../review-list.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useReleaseReview, useShowReview } from './hide-review-dialog.tsx'
import { ManagedReviewText, ReviewChanges } from './managed-review-text.tsx'

interface ManagedReviewRowProps {
  review: ManagedReview
  onHide: (review: ManagedReview) => void
  onRefused: (reason: string) => void
  /** Called when the row is removed while it has the focus. */
  onFocusLost: () => void
}

/** A review with its actions. After an action, the focus moves to the action cell. */
export function ManagedReviewRow({
  review,
  onHide,
  onRefused,
  onFocusLost,
}: ManagedReviewRowProps) {
  const [isAnswering, setAnswering] = useState(false)
  const actionCell = useRef<HTMLTableCellElement>(null)
  const row = useRef<HTMLTableRowElement>(null)
  useFocusAfterRemoval(row, onFocusLost)
  const reviewerId = `reviewer-${review._id}`

  function closeAnswer() {
    setAnswering(false)
    actionCell.current?.focus()
  }

  return (
    <tr ref={row}>
      <td data-caption="Client">
        <Reviewer id={reviewerId} review={review} />
      </td>
      <td data-caption="Review">
        <div className="managed-review">
          <ManagedReviewText review={review} hidesAnswer={isAnswering} />
          {isAnswering && <AnswerForm review={review} onDone={closeAnswer} />}
          {review.changes.length > 0 && <ReviewChanges changes={review.changes} />}
        </div>
      </td>
      <td data-caption="Action" ref={actionCell} tabIndex={-1}>
        <ManagedReviewActions
          review={review}
          describedBy={reviewerId}
          isAnswering={isAnswering}
          onAnswer={() => setAnswering(true)}
          onHide={onHide}
          onDone={() => actionCell.current?.focus()}
          onRefused={onRefused}
        />
      </td>
    </tr>
  )
}

interface ReviewerProps {
  /** Id of the element with the name. */
  id: string
  review: ManagedReview
}

/** The name under a review, with a link to the user if the account still exists. */
function Reviewer({ id, review: { name, email, verifiedBuyer } }: ReviewerProps) {
  return (
    <div className="reviewer">
      <span id={id} className="client">
        {name}
      </span>
      {email && (
        <Link to={paths.person(email)}>
          <EmailAddress address={email} />
        </Link>
      )}
      {verifiedBuyer && <VerifiedBuyer />}
    </div>
  )
}

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

function ManagedReviewActions(props: ManagedReviewActionsProps) {
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
