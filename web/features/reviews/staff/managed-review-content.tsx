import type { ManagedReview, ReviewChange } from '@freehub/contract/reviews/review-schemas'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'

interface ManagedReviewContentProps {
  review: ManagedReview
  /** True while the answer form is open, because it already shows the answer. */
  isAnswering: boolean
}

/** Rating, comment and answer of a review, and the reason why it is hidden or held. */
export function ManagedReviewContent({ review, isAnswering }: ManagedReviewContentProps) {
  const { ratting, comment, at, hidden, held, answer } = review
  return (
    <>
      <p className="review-head">
        <Stars value={ratting} />
        <Timestamp at={at} />
        {hidden && <span className="badge badge-over">Hidden</span>}
        {held && <span className="badge badge-over">Held</span>}
      </p>
      {comment ? <p className="user-text">{comment}</p> : <p className="secondary">No comment.</p>}
      {hidden && (
        <p className="secondary">
          Hidden by <EmailAddress email={hidden.by} />, <Timestamp at={hidden.at} />:{' '}
          {hidden.reason}
        </p>
      )}
      {held && (
        <p className="secondary">
          Held because too many reviews arrived at once. Release it to make it public.
        </p>
      )}
      {answer && !isAnswering && (
        <blockquote className="pl-4 border-l-2 border-l-blue-ink">
          <p className="cap">Your answer</p>
          <p className="user-text">{answer}</p>
        </blockquote>
      )}
    </>
  )
}

const kindLabels: Record<ReviewChange['kind'], string> = {
  hidden: 'Hidden',
  shown: 'Shown again',
  released: 'Released',
  answered: 'Answered',
  answer_withdrawn: 'Answer withdrawn',
}

export function ReviewChanges({ changes }: { changes: ReviewChange[] }) {
  return (
    <details className="text-ink-2 text-small">
      <summary className="w-fit">History</summary>
      <ul>
        {changes.map(({ kind, by, at, detail }) => (
          <li className="mt-2 wrap-anywhere" key={`${at} ${kind}`}>
            {kindLabels[kind]} by <EmailAddress email={by} />, <Timestamp at={at} />
            {detail && <p className="secondary user-text">{detail}</p>}
          </li>
        ))}
      </ul>
    </details>
  )
}
