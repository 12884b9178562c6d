import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { paths } from '../../../paths.ts'
import { type ActionCallbacks, useAction } from '../../../ui/dialogs/use-action.ts'
import { useFocusAfterRemoval } from '../../../ui/dialogs/use-focus-after-removal.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { VerifiedBuyer } from '../review-list.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ManagedReviewText, ReviewChanges } from './managed-review-text.tsx'
import { refetchReviews, updateCachedReview } from './managed-reviews-list.ts'

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
        <div className="reviewer">
          <span id={reviewerId} className="client">
            {review.name}
          </span>
          {review.email && (
            <Link to={paths.person(review.email)}>
              <EmailAddress address={review.email} />
            </Link>
          )}
          {review.verifiedBuyer && <VerifiedBuyer />}
        </div>
      </td>
      <td data-caption="Review">
        <div className="managed-review">
          <ManagedReviewText review={review} hidesAnswer={isAnswering} />
          {isAnswering && <AnswerForm review={review} onDone={closeAnswer} />}
          {review.changes.length > 0 && <ReviewChanges changes={review.changes} />}
        </div>
      </td>
      <td data-caption="Action" ref={actionCell} tabIndex={-1}>
        <ReviewActions
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

interface ReviewActionsProps extends ActionCallbacks {
  review: ManagedReview
  /** Id of the element that identifies the review. */
  describedBy: string
  /** Whether the answer form is open, which has its own buttons. */
  isAnswering: boolean
  onAnswer: () => void
  onHide: (review: ManagedReview) => void
}

function ReviewActions(props: ReviewActionsProps) {
  const { review, describedBy, isAnswering, onAnswer, onHide, ...callbacks } = props
  const { _id, name } = review
  const show = useAction(
    {
      send: () => call('DELETE', `/api/reviews/${_id}/hidden`),
      toast: 'Review shown again',
      failure: `The review of ${name} was not shown again.`,
      updateCache: (client) => updateCachedReview(client, _id, { hidden: null }),
      refetch: refetchReviews,
    },
    callbacks,
  )
  const release = useAction(
    {
      send: () => call('DELETE', `/api/reviews/${_id}/hold`),
      toast: 'Review released',
      failure: `The review of ${name} was not released.`,
      updateCache: (client) => updateCachedReview(client, _id, { held: false }),
      refetch: refetchReviews,
    },
    callbacks,
  )
  const button = {
    type: 'button',
    className: 'btn btn-outline btn-sm',
    'aria-describedby': describedBy,
  } as const
  return (
    <div className="act">
      {!isAnswering && (
        <button {...button} onClick={onAnswer}>
          {review.answer ? 'Change Answer' : 'Answer'}
        </button>
      )}
      {review.held && (
        <button {...button} aria-busy={release.isPending} onClick={() => release.run()}>
          Release
        </button>
      )}
      {review.hidden ? (
        <button {...button} aria-busy={show.isPending} onClick={() => show.run()}>
          Show Again
        </button>
      ) : (
        <button
          {...button}
          className="btn btn-outline btn-error btn-sm"
          onClick={() => onHide(review)}
        >
          Hide
        </button>
      )}
    </div>
  )
}
