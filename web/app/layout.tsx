import { type ReactNode, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onForcedSignOut } from '../api/call.ts'
import { isLoginPath, saveReturnPath } from '../features/identity/return-path.ts'
import { endRejectedSession } from '../features/identity/session.ts'
import { paths } from '../paths.ts'
import { showToast } from '../ui/dialogs/toast.ts'
import { ScrollRestoration } from '../ui/page/scroll-restoration.tsx'
import { Footer } from './navigation/footer.tsx'
import { TopBar } from './navigation/top-bar.tsx'
import { PaletteHost } from './palette/palette-host.tsx'

interface LayoutProps {
  /** True if the screen fills the window and has no footer. */
  isFullScreen: boolean
  children: ReactNode
}

/** The layout of every screen: skip link, top bar, offline banner, main element and footer. */
export function Layout({ isFullScreen, children }: LayoutProps) {
  const main = useFocusOnNavigation()
  useForcedSignOut()
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <TopBar />
      <OfflineBanner />
      <main ref={main} id="main" tabIndex={-1}>
        {children}
      </main>
      {!isFullScreen && <Footer />}
      <ScrollRestoration />
      <PaletteHost />
    </>
  )
}

/** Moves the focus to the new screen after a navigation, as a full page load does. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const previousPathname = useRef(pathname)

  // The focus moves in the commit that shows the screen. Later, the user may already have moved it.
  useLayoutEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    // In the dashboard, Tab continues after the menu.
    const screen = main.current?.querySelector<HTMLElement>('.dash-main') ?? main.current
    screen?.focus({ preventScroll: true })
  }, [pathname])

  return main
}

function subscribeToConnection(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="offline">
      {!isOnline && <p>You’re offline. Information may be out of date.</p>}
    </div>
  )
}

/** Opens the login page when the user is forced to sign out. After the sign-in, the user returns to this page. */
function useForcedSignOut(): void {
  const navigate = useNavigate()

  useEffect(() => {
    onForcedSignOut(() => {
      // Other rejected calls may arrive when the login is already open.
      if (!isLoginPath(location.pathname)) saveReturnPath(location.pathname + location.search)
      endRejectedSession()
      // Back must not lead to the screen that the sign-in opens again.
      void navigate(paths.login, { replace: true })
      void showToast('Please, Login again', 'error')
    })
  }, [navigate])
}
