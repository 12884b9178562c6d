import '../../style/pages/overview.css'
import { Suspense } from 'react'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { lazyScreen } from '../../ui/page/lazy-screen.tsx'
import { useSession } from '../identity/session.ts'

const { Component: StaffOverview } = lazyScreen(() => import('./staff/staff-overview.tsx'))
const { Component: MyOverview } = lazyScreen(() => import('./my-overview.tsx'))

export default function OverviewPage() {
  const session = useSession()
  if (session.status !== 'signedIn') return <LoadingScreen />
  return (
    <Suspense fallback={<LoadingScreen />}>
      {session.user.admin ? <StaffOverview /> : <MyOverview />}
    </Suspense>
  )
}
