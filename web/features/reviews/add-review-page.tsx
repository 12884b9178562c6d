import { PageHead } from '../../ui/page/page-head.tsx'
import { useSession } from '../identity/session.ts'
import { ReviewForm } from './review-form.tsx'

/** The form to review the shop. */
export function Component() {
  const session = useSession()
  if (session.status !== 'signedIn') return null
  const { user } = session
  return (
    <>
      <PageHead title="Add A Review" />
      <div className="dash-head">
        <h1>Add A Review</h1>
        <p className="second">Your review will be public, as {user.name}.</p>
      </div>
      <ReviewForm key={user.email} user={user} />
    </>
  )
}
