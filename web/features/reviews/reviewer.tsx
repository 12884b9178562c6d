import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { EmailAddress } from '../../ui/email-address.tsx'
import { VerifiedBuyer } from './verified-buyer.tsx'

interface ReviewerProps {
  /** Id of the element with the name. */
  id: string
  review: ManagedReview
}

/** The name under a review, with a link to the user if the account still exists. */
export function Reviewer({ id, review: { name, email, verifiedBuyer } }: ReviewerProps) {
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
