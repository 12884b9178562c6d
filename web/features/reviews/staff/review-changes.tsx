import type { ReviewChange } from '@freehub/contract/reviews/reviews'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { Moment } from '../../../ui/moment.tsx'

const words: Record<ReviewChange['kind'], string> = {
  hidden: 'Hidden',
  shown: 'Shown again',
  released: 'Released',
  answered: 'Answered',
  answer_withdrawn: 'Answer withdrawn',
}

/** What staff did to a review, the newest first: for whoever wants to know. */
export function ReviewChanges({ changes }: { changes: ReviewChange[] }) {
  return (
    <details className="review-changes">
      <summary>History</summary>
      <ul>
        {changes.map(({ kind, by, at, detail }) => (
          <li key={`${at} ${kind}`}>
            {words[kind]} by <EmailAddress address={by} />, <Moment at={at} />
            {detail && <p className="second said">{detail}</p>}
          </li>
        ))}
      </ul>
    </details>
  )
}
