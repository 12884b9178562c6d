import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useRef, useState } from 'react'
import { useFocusAfterRemoval } from '../../../ui/dialogs/use-focus-after-removal.ts'
import { Reviewer } from '../reviewer.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ManagedReviewActions } from './managed-review-actions.tsx'
import { ManagedReviewText } from './managed-review-text.tsx'
import { ReviewChanges } from './review-changes.tsx'

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
