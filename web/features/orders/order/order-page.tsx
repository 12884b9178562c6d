import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { isNotFound } from '../../../api/is-not-found.ts'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { EmptyPage } from '../../../ui/page/empty-page.tsx'
import { useSession } from '../../identity/session.ts'
import { orderHistoryQuery } from './order-history.ts'
import { OrderSheet } from './order-sheet.tsx'

/** One order with its history. Customers see their own orders, staff see all. */
export function Component() {
  const { id = '' } = useParams()
  const session = useSession()
  const { data, error, refetch } = useQuery(orderHistoryQuery(id))
  if (session.status !== 'signedIn') return <LoadingScreen />

  if (isNotFound(error)) return <OrderNotFound isAdmin={session.user.admin} />
  return (
    <>
      {error && (
        <div className="notice">
          <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {data && <OrderSheet key={id} {...data} viewer={session.user} />}
      {!data && !error && <LoadingScreen />}
    </>
  )
}

function OrderNotFound({ isAdmin }: { isAdmin: boolean }) {
  const link = isAdmin
    ? { to: paths.manageOrders, name: 'All orders' }
    : { to: paths.myOrders, name: 'Your orders' }
  return (
    <EmptyPage title="Order Not Found" text="We can't find this order." link={link} inDashboard />
  )
}
