import { Navigate } from 'react-router'
import { useSession } from '../identity/session.ts'
import { paths } from '../paths.ts'

/** Leads to the first screen of whoever is signed in. */
export function DashboardIndex() {
  const session = useSession()
  if (session.status !== 'signedIn') return null
  return <Navigate to={session.user.admin ? paths.manageOrders : paths.myOrders} replace />
}
