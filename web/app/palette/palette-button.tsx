import { Search } from 'lucide-react'
import { isMac } from './palette-keys.ts'
import { setPaletteOpen } from './palette-open.ts'

/** Opens the palette, and says by which keys it opens everywhere. */
export function PaletteButton() {
  const mac = isMac()
  return (
    <button
      type="button"
      className="palette-button"
      aria-haspopup="dialog"
      aria-keyshortcuts={mac ? 'Meta+K' : 'Control+K'}
      onClick={() => setPaletteOpen(true)}
    >
      <Search className="ic" aria-hidden="true" />
      Find
      <span className="keys" aria-hidden="true">
        {mac ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}
