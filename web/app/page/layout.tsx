import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ScrollRestoration } from '../../ui/page/scroll-restoration.tsx'
import { Footer } from '../navigation/footer.tsx'
import { TopBar } from '../navigation/top-bar.tsx'
import { PaletteLoader } from '../palette/palette-loader.tsx'
import { useForcedSignOut } from '../use-forced-sign-out.ts'
import { OfflineBanner } from './offline-banner.tsx'

interface LayoutProps {
  /** The screen fills the window and has no footer. */
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
      <PaletteLoader />
    </>
  )
}

/** Moves the focus to the new screen after a navigation, as on a full page load. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const previousPathname = useRef(pathname)

  useEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return main
}
