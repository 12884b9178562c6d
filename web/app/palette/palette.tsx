import '../../style/pages/palette.css'
import { Suspense, useEffect, useRef } from 'react'
import type { SessionUser } from '../../features/identity/session.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { ErrorBoundary } from '../../ui/page/error-boundary.tsx'
import { Finder } from './finder.tsx'

interface PaletteProps {
  user: SessionUser
  onClose: () => void
}

/**
 * The command palette: finds the screens, parts, orders and people that the user may see. The native
 * modal dialog traps the focus, closes on Escape and restores the focus.
 */
export function Palette({ user, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // showModal focuses the first focusable element, which may be another one.
    dialog.current?.querySelector('input')?.focus()
  }, [])
  const close = () => dialog.current?.close()

  // Close on back navigation. The listener is registered once, because one that is added while React
  // renders the navigation would miss the event.
  useEffect(() => {
    const closeOnPopState = () => dialog.current?.close()
    addEventListener('popstate', closeOnPopState)
    return () => removeEventListener('popstate', closeOnPopState)
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on the backdrop
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Find"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="palette-box">
        <ErrorBoundary resetKey="palette">
          <Suspense fallback={null}>
            <Finder user={user} onDone={close} />
          </Suspense>
        </ErrorBoundary>
        <button type="button" className="palette-close" aria-label="Close" onClick={close}>
          <CloseIcon />
        </button>
      </div>
    </dialog>
  )
}
