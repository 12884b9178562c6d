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
 * The command palette: leads to every screen, part, order and person that one may see. The browser's
 * own modal dialog keeps the focus inside, closes on Escape and gives the focus back.
 */
export function Palette({ user, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // Opening gives the focus to whatever can have it first.
    dialog.current?.querySelector('input')?.focus()
  }, [])
  const close = () => dialog.current?.close()

  // Whoever goes back has left what it stood above; a screen that was on its way may still come.
  // Heard by one and the same: one that is added while the step back is being drawn would not hear of it.
  useEffect(() => {
    const leave = () => dialog.current?.close()
    addEventListener('popstate', leave)
    return () => removeEventListener('popstate', leave)
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on the veil
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Find"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="palette-box">
        <ErrorBoundary visit="palette">
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
