import type { ReviewChange } from '@freehub/contract/reviews/review-schemas'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'

const kindLabels: Record<ReviewChange['kind'], string> = {
  hidden: 'Hidden',
  shown: 'Shown again',
  released: 'Released',
  answered: 'Answered',
  answer_withdrawn: 'Answer withdrawn',
}

/** The changes that staff made to a review, newest first. */
export function ReviewChanges({ changes }: { changes: ReviewChange[] }) {
  return (
    <details className="review-changes">
      <summary>History</summary>
      <ul>
        {changes.map(({ kind, by, at, detail }) => (
          <li key={`${at} ${kind}`}>
            {kindLabels[kind]} by <EmailAddress address={by} />, <Timestamp at={at} />
            {detail && <p className="second said">{detail}</p>}
          </li>
        ))}
      </ul>
    </details>
  )
}
