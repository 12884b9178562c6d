import { useEffect } from 'react'

/** Calls `close` when the window becomes wide enough to show a popup's content permanently. `minWidth` is in rem. */
export function useCloseWhenWide(minWidth: number, close: () => void): void {
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${minWidth}rem)`)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  })
}
