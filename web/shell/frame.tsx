import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { Footer } from './footer.tsx'
import { KeptScroll } from './kept-scroll.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import type { RouteHandle } from './route-handle.ts'
import { TopBar } from './top-bar.tsx'

/** What stands around every screen. */
export function Frame() {
  const main = useFocusOnNavigation()
  const bare = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.bare)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <TopBar />
      <OfflineStrip />
      <main ref={main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {!bare && <Footer />}
      <KeptScroll />
    </>
  )
}

/** Moves the focus into the new screen, as the browser would on a new page. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return main
}
