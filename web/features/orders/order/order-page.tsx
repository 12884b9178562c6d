import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { sentenceOf } from '../../../api/call-error.ts'
import { isMissing } from '../../../api/missing.ts'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { EmptyPage } from '../../../ui/page/empty-page.tsx'
import { useSession } from '../../identity/session.ts'
import { orderHistory } from './order-history.ts'
import { OrderSheet } from './order-sheet.tsx'

/** One order with its history: one's own, or for the staff anybody's, also when it is cancelled. */
export function Component() {
  const { id = '' } = useParams()
  const session = useSession()
  const { data, error, refetch } = useQuery(orderHistory(id))
  if (session.status !== 'signedIn') return <LoadingScreen />

  if (isMissing(error)) return <NoSuchOrder admin={session.user.admin} />
  return (
    <>
      {error && (
        <div className="notice">
          <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {data && <OrderSheet key={id} {...data} viewer={session.user} />}
      {!data && !error && <LoadingScreen />}
    </>
  )
}

function NoSuchOrder({ admin }: { admin: boolean }) {
  const way = admin
    ? { to: paths.manageOrders, name: 'All orders' }
    : { to: paths.myOrders, name: 'Your orders' }
  return <EmptyPage title="Order Not Found" text="There is no such order." way={way} inDashboard />
}
