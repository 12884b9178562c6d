import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { KeptScroll } from '../../ui/page/kept-scroll.tsx'
import { Footer } from '../navigation/footer.tsx'
import { TopBar } from '../navigation/top-bar.tsx'
import { PaletteWay } from '../palette/palette-way.tsx'
import { useExpulsion } from '../use-expulsion.ts'
import { OfflineStrip } from './offline-strip.tsx'

interface FrameProps {
  /** The screen fills the window and has no footer. */
  bare: boolean
  children: ReactNode
}

/** What stands around every screen. */
export function Frame({ bare, children }: FrameProps) {
  const main = useFocusOnNavigation()
  useExpulsion()
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <TopBar />
      <OfflineStrip />
      <main ref={main} id="main" tabIndex={-1}>
        {children}
      </main>
      {!bare && <Footer />}
      <KeptScroll />
      <PaletteWay />
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
