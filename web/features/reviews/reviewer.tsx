import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { EmailAddress } from '../../ui/email-address.tsx'
import { VerifiedBuyer } from './verified-buyer.tsx'

interface ReviewerProps {
  /** Of what tells him from the others. */
  id: string
  review: ManagedReview
}

/** Who wrote a review: the name under it, and the way to the person, if there still is one. */
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
