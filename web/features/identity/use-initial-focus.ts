import { useEffect, useEffectEvent } from 'react'

/** Sets the focus once, after the router has moved it to the start of a new screen. */
export function useInitialFocus(focus: () => void): void {
  const focusNow = useEffectEvent(focus)

  useEffect(() => {
    const timer = setTimeout(() => focusNow())
    return () => clearTimeout(timer)
  }, [])
}
