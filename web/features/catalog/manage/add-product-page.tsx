import { PageHead } from '../../../ui/page/page-head.tsx'
import { useSession } from '../../identity/session.ts'
import { AddProductForm } from './add-product-form.tsx'

export function Component() {
  const session = useSession()
  return (
    <>
      <PageHead title="Add A Product" />
      <div className="dash-head">
        <h1>Add A Product</h1>
      </div>
      {session.status === 'signedIn' && <AddProductForm email={session.user.email} />}
    </>
  )
}
