import { useEffect } from 'react'

/** Calls `close` when the window becomes so wide, in pixels, that the menu is always visible. */
export function useCloseWhenWide(minWidth: number, close: () => void): void {
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${minWidth}px)`)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  })
}
