import { Search } from 'lucide-react'
import { isMac } from './palette-shortcut.ts'
import { setPaletteOpen } from './palette-state.ts'

/** Opens the palette, and shows its keyboard shortcut. */
export function PaletteButton() {
  const isOnMac = isMac()
  return (
    <button
      type="button"
      className="palette-button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isOnMac ? 'Meta+K' : 'Control+K'}
      onClick={() => setPaletteOpen(true)}
    >
      <Search className="ic" aria-hidden="true" />
      Find
      <span className="keys" aria-hidden="true">
        {isOnMac ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}
