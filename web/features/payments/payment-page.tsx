import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatError } from '../../api/call-error.ts'
import { isNotFound } from '../../api/is-not-found.ts'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { EmptyPage } from '../../ui/page/empty-page.tsx'
import { useSession } from '../identity/session.ts'
import { OrderPayment } from './order-payment.tsx'
import { orderToPayQuery } from './payment-queries.ts'

/** The card payment of the customer's own order. */
export function Component() {
  const { id = '' } = useParams()
  const session = useSession()
  const { data: order, error, refetch } = useQuery(orderToPayQuery(id))
  const email = session.status === 'signedIn' ? session.user.email : undefined

  if (isNotFound(error)) return <OrderNotFound />
  if (error && !order) return <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
  if (!order || !email) return <LoadingScreen />
  // Admins can read the orders of others but not pay them.
  if (order.email !== email) return <OrderNotFound />
  return <OrderPayment key={order._id} order={order} />
}

function OrderNotFound() {
  return (
    <EmptyPage
      title="Order Not Found"
      text="We can't find this order. It may have been cancelled."
      link={{ to: paths.myOrders, name: 'My Orders' }}
      inDashboard
    />
  )
}
