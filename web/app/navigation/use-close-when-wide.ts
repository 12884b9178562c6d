import { useEffect } from 'react'

/**
 * Calls `close` when the window becomes wider than `minWidth`, in rem, or narrower again. Wider windows need no drawer
 * or popover.
 */
export function useCloseWhenWide(minWidth: number, close: () => void): void {
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${minWidth}rem)`)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  })
}
