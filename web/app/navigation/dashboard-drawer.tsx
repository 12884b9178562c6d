import { useRef } from 'react'
import { CloseIcon, MenuIcon } from '../../ui/icons.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { DashboardMenu } from './dashboard-menu.tsx'

/**
 * The menu behind its button, where there is no room for it beside the page. The browser's own
 * modal dialog keeps the focus inside, closes on Escape and gives the focus back to the button.
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on the veil */}
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
