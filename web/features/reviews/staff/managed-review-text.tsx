import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Stars } from '../../../ui/stars.tsx'

interface ManagedReviewTextProps {
  review: ManagedReview
  /** It is being written. */
  withoutAnswer: boolean
}

/** Stars and comment of a review, why it is hidden or held, and the answer. */
export function ManagedReviewText({ review, withoutAnswer }: ManagedReviewTextProps) {
  const { ratting, comment, at, hidden, held, answer } = review
  return (
    <>
      <p className="managed-review-head">
        <Stars value={ratting} />
        <Moment at={at} />
        {hidden && <span className="badge badge-over">Hidden</span>}
        {held && <span className="badge badge-over">Held</span>}
      </p>
      {comment ? <p className="said">{comment}</p> : <p className="second">Without words.</p>}
      {hidden && (
        <p className="second">
          Hidden by <EmailAddress address={hidden.by} />, <Moment at={hidden.at} />: {hidden.reason}
        </p>
      )}
      {held && (
        <p className="second">
          Too many reviews came at once. It is not public until you release it.
        </p>
      )}
      {answer && !withoutAnswer && (
        <blockquote className="managed-answer">
          <p className="cap">Your answer</p>
          <p className="said">{answer}</p>
        </blockquote>
      )}
    </>
  )
}
