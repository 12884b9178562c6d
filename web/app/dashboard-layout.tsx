import '../style/people/signed-in.css'
import { Search } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { StaffRightsBanner } from '../features/account/second-factor/staff-rights-banner.tsx'
import { useSession } from '../features/identity/session.ts'
import { Button } from '../ui/button.tsx'
import { CloseIcon, MenuIcon } from '../ui/icons.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { ErrorBoundary } from '../ui/page/error-boundary.tsx'
import { useNavItems } from './navigation/nav-items.ts'
import { useCloseWhenWide } from './navigation/use-close-when-wide.ts'
import { openPalette } from './palette/palette-host.tsx'
import { isMac } from './palette/shortcut.ts'

/** Layout of the signed-in screens: the menu beside the screen. */
export default function DashboardLayout() {
  const session = useSession()
  const admin = session.status === 'signedIn' && session.user.admin

  return (
    <div className="dash">
      <div className="dash-panel dash-side pt-11">
        <h2>Dashboard</h2>
        <PaletteButton />
        <DashboardMenu admin={admin} />
      </div>
      <div className="dash-main outline-none" tabIndex={-1}>
        <DashboardDrawer admin={admin} />
        <StaffRightsBanner />
        {/* The menu stays usable when a screen fails to load. */}
        <ErrorBoundary resetKey={useLocation().key}>
          <Suspense fallback={<LoadingScreen />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  )
}

/** The menu on narrow screens. The native modal dialog traps the focus and returns it. */
function DashboardDrawer({ admin }: { admin: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  useCloseWhenWide(68.75, close)

  return (
    <div className="dash-menu">
      <Button small aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        <MenuIcon />
        Dashboard
      </Button>
      <PaletteButton />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on the backdrop */}
      <dialog
        ref={dialog}
        className="dash-drawer"
        aria-label="Dashboard"
        onClick={(event) => event.target === dialog.current && close()}
      >
        <div className="dash-panel w-66 min-h-full border-r border-r-rule bg-plate pt-5">
          <div className="flex items-start justify-between">
            <h2>Dashboard</h2>
            <button
              type="button"
              className="grid place-items-center w-11 h-11 -mt-1.75 mr-2 mb-0 ml-0"
              aria-label="Close"
              onClick={close}
            >
              <CloseIcon />
            </button>
          </div>
          <DashboardMenu admin={admin} onChoose={close} />
        </div>
      </dialog>
    </div>
  )
}

function PaletteButton() {
  const isOnMac = isMac()
  return (
    <button
      type="button"
      className="palette-button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isOnMac ? 'Meta+K' : 'Control+K'}
      onClick={openPalette}
    >
      <Search className="ic" aria-hidden="true" />
      Find
      <span className="keys" aria-hidden="true">
        {isOnMac ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}

interface DashboardMenuProps {
  admin: boolean
  onChoose?: () => void
}

export function DashboardMenu(props: DashboardMenuProps) {
  return (
    <nav aria-label="Dashboard">
      <Suspense fallback={null}>
        <NavItems {...props} />
      </Suspense>
    </nav>
  )
}

function NavItems({ admin, onChoose }: DashboardMenuProps) {
  const { pathname } = useLocation()
  return (
    <ul>
      {useNavItems(admin).map(({ to, name, Icon, subpaths }) => (
        <li key={to}>
          <Link to={to} onClick={onChoose} aria-current={getAriaCurrent(pathname, to, subpaths)}>
            <Icon className="ic" aria-hidden="true" />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Returns `page` for the link to the current page, and `true` for the link whose section contains it. */
function getAriaCurrent(pathname: string, to: string, subpaths: string[] = []) {
  if (pathname === to) return 'page'
  return subpaths.some((subpath) => pathname.startsWith(subpath)) ? 'true' : undefined
}
