import { useEffect } from 'react'

/** Calls `close` when the window's width crosses `minWidth`, in rem. Wider windows need no drawer or popover. */
export function useCloseWhenWide(minWidth: number, close: () => void): void {
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${minWidth}rem)`)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  })
}
