import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { sentenceOf } from '../../api/call-error.ts'
import { isMissing } from '../../api/missing.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { useSession } from '../identity/session.ts'
import { OrderMissing } from './order-missing.tsx'
import { OrderPayment } from './order-payment.tsx'
import { orderToPay } from './payment-queries.ts'

/** Pays one's own order by card. */
export function Component() {
  const { id = '' } = useParams()
  const session = useSession()
  const { data: order, error, refetch } = useQuery(orderToPay(id))
  const email = session.status === 'signedIn' ? session.user.email : undefined

  if (isMissing(error)) return <OrderMissing />
  if (error && !order) return <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!order || !email) return <LoadingScreen />
  // An admin may read other people's orders, and pays none of them.
  if (order.email !== email) return <OrderMissing />
  return <OrderPayment key={order._id} order={order} />
}
