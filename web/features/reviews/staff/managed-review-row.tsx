import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { useRef, useState } from 'react'
import { useFocusHeir } from '../../../ui/dialogs/use-focus-heir.ts'
import { Reviewer } from '../reviewer.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ManagedReviewActions } from './managed-review-actions.tsx'
import { ManagedReviewText } from './managed-review-text.tsx'
import { ReviewChanges } from './review-changes.tsx'

interface ManagedReviewRowProps {
  review: ManagedReview
  onHide: (review: ManagedReview) => void
  onRefused: (why: string) => void
  /** It has gone from the list, and had the focus. */
  onGone: () => void
}

/** The answer is written where it will stand. Where the button was that did something, the focus stays. */
export function ManagedReviewRow({ review, onHide, onRefused, onGone }: ManagedReviewRowProps) {
  const [isAnswering, setAnswering] = useState(false)
  const action = useRef<HTMLTableCellElement>(null)
  const row = useRef<HTMLTableRowElement>(null)
  useFocusHeir(row, onGone)
  const named = `reviewer-${review._id}`

  function done() {
    setAnswering(false)
    action.current?.focus()
  }

  return (
    <tr ref={row}>
      <td data-caption="Client">
        <Reviewer id={named} review={review} />
      </td>
      <td data-caption="Review">
        <div className="managed-review">
          <ManagedReviewText review={review} withoutAnswer={isAnswering} />
          {isAnswering && <AnswerForm review={review} onDone={done} />}
          {review.changes.length > 0 && <ReviewChanges changes={review.changes} />}
        </div>
      </td>
      <td data-caption="Action" ref={action} tabIndex={-1}>
        <ManagedReviewActions
          review={review}
          describedBy={named}
          isAnswering={isAnswering}
          onAnswer={() => setAnswering(true)}
          onHide={onHide}
          onDone={() => action.current?.focus()}
          onRefused={onRefused}
        />
      </td>
    </tr>
  )
}
