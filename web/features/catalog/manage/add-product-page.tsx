import { PageHead } from '../../../ui/page/page-head.tsx'
import { useSession } from '../../identity/session.ts'
import { ProductForm } from './product-form.tsx'

/** Puts a new part into the catalogue. */
export function Component() {
  const session = useSession()
  return (
    <>
      <PageHead title="Add A Product" />
      <div className="dash-head">
        <h1>Add A Product</h1>
      </div>
      {session.status === 'signedIn' && <ProductForm email={session.user.email} />}
    </>
  )
}
