import '../style/people/signed-in.css'
import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { StaffRightsBanner } from '../features/account/second-factor/staff-rights-banner.tsx'
import { useSession } from '../features/identity/session.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { DashboardDrawer } from './navigation/dashboard-drawer.tsx'
import { DashboardMenu } from './navigation/dashboard-menu.tsx'
import { PaletteButton } from './palette/palette-button.tsx'

/** Layout of the signed-in screens: the menu at the side, the screen next to it. */
export function Component() {
  const session = useSession()
  const admin = session.status === 'signedIn' && session.user.admin

  return (
    <div className="dash">
      <div className="dash-panel dash-side">
        <h2>Dashboard</h2>
        <PaletteButton />
        <DashboardMenu admin={admin} />
      </div>
      <div className="dash-main">
        <DashboardDrawer admin={admin} />
        <StaffRightsBanner />
        <Suspense fallback={<LoadingScreen />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}
