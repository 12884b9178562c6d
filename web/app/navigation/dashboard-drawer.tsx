import { useRef } from 'react'
import { CloseIcon, MenuIcon } from '../../ui/icons.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { DashboardMenu } from './dashboard-menu.tsx'

/**
 * The dashboard menu on narrow screens, opened by a button. The native modal dialog traps the focus,
 * closes on Escape and returns the focus to the button.
 */
export function DashboardDrawer({ admin }: { admin: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()

  return (
    <div className="dash-menu">
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <MenuIcon />
        Dashboard
      </button>
      <PaletteButton />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on the backdrop */}
      <dialog
        ref={dialog}
        className="dash-drawer"
        aria-label="Dashboard"
        onClick={(event) => event.target === dialog.current && close()}
      >
        <div className="dash-panel">
          <div className="dash-drawer-head">
            <h2>Dashboard</h2>
            <button type="button" className="dash-close" aria-label="Close" onClick={close}>
              <CloseIcon />
            </button>
          </div>
          <DashboardMenu admin={admin} onChoose={close} />
        </div>
      </dialog>
    </div>
  )
}
