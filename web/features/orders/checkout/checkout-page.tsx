import '../../../style/people/signed-in.css'
import '../../../style/orders/checkout.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PageMetadata } from '../../../ui/page/page-metadata.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { cartQuery } from '../../cart/cart-queries.ts'
import { MergeMessage } from '../../cart/merge/merge-message.tsx'
import { useSession } from '../../identity/session.ts'
import { CheckoutForm } from './checkout-form.tsx'

/** The page that orders the lines of the customer's cart. */
export default function CheckoutPage() {
  const session = useSession()
  const query = useQuery(cartQuery)
  if (session.status !== 'signedIn') return <LoadingScreen />
  return (
    <div className="wrap checkout not-print:pb-24">
      <PageMetadata title="Checkout" />
      <div className="phead">
        <div>
          <nav className="breadcrumb mb-2.5 text-label" aria-label="Breadcrumb">
            <Link to={paths.cart}>Cart</Link>
          </nav>
          <h1>Checkout</h1>
        </div>
      </div>
      <QueryState query={query} />
      {query.data && (
        <>
          <MergeMessage />
          <CheckoutForm cart={query.data} user={session.user} empty={<EmptyCheckout />} />
        </>
      )}
    </div>
  )
}

function EmptyCheckout() {
  return (
    <EmptyState
      text="Your cart is empty"
      details="If you placed the order in another window, you find it in My Orders."
      links={[{ to: paths.myOrders, name: 'My Orders' }]}
    />
  )
}
