import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { sendAgainIfUnknown } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { StaffActionButton } from '../../../ui/dialogs/action-dialog.tsx'
import type { Action, ActionCallbacks } from '../../../ui/dialogs/use-action.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'
import { VerifiedBuyer } from '../review-list.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ManagedReviewContent, ReviewChanges } from './managed-review-content.tsx'
import { refetchReviews, updateCachedReview } from './managed-reviews-queries.ts'

interface ManagedReviewRowProps {
  review: ManagedReview
  onHide: (review: ManagedReview) => void
  onRefused: (reason: string) => void
  /** Called when the row is removed while it has the focus. */
  onFocusLost: () => void
}

/** A review with its actions. After an action, the focus moves to the action cell. */
export function ManagedReviewRow(props: ManagedReviewRowProps) {
  const { review, onHide, onRefused, onFocusLost } = props
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
      <td data-caption="Customer">
        <div className="reviewer grid justify-items-start gap-1 wrap-anywhere">
          <span id={reviewerId} className="client">
            {review.name}
          </span>
          {review.email && (
            <Link className="text-small" to={paths.person(review.email)}>
              <EmailAddress email={review.email} />
            </Link>
          )}
          {review.verifiedBuyer && <VerifiedBuyer />}
        </div>
      </td>
      <td data-caption="Review">
        <div className="grid justify-items-stretch gap-3 max-w-[46em] min-w-0">
          <ManagedReviewContent review={review} isAnswering={isAnswering} />
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
  /** True while the answer form is open. Its buttons then replace the answer button. */
  isAnswering: boolean
  onAnswer: () => void
  onHide: (review: ManagedReview) => void
}

function ReviewActions(props: ReviewActionsProps) {
  const { review, describedBy, isAnswering, onAnswer, onHide, ...callbacks } = props
  const buttonProps = { describedBy, ...callbacks }
  return (
    <div className="actions">
      {!isAnswering && (
        <Button small aria-describedby={describedBy} onClick={onAnswer}>
          {review.answer ? 'Change Answer' : 'Answer'}
        </Button>
      )}
      {review.held && (
        <StaffActionButton label="Release" action={releaseReview(review)} {...buttonProps} />
      )}
      {review.hidden ? (
        <StaffActionButton label="Show Again" action={showReview(review)} {...buttonProps} />
      ) : (
        <Button small aria-describedby={describedBy} onClick={() => onHide(review)}>
          Hide
        </Button>
      )}
    </div>
  )
}

const showReview = ({ _id, name }: ManagedReview): Action<unknown> => ({
  send: () => sendAgainIfUnknown(() => call('DELETE', `/api/reviews/${_id}/hidden`)),
  toast: 'Review shown again',
  failure: `The review by ${name} was not shown again.`,
  updateCache: (client) => updateCachedReview(client, _id, { hidden: null }),
  refetch: refetchReviews,
})

const releaseReview = ({ _id, name }: ManagedReview): Action<unknown> => ({
  send: () => sendAgainIfUnknown(() => call('DELETE', `/api/reviews/${_id}/hold`)),
  toast: 'Review released',
  failure: `The review by ${name} was not released.`,
  updateCache: (client) => updateCachedReview(client, _id, { held: false }),
  refetch: refetchReviews,
})
