import { useEffect, useEffectEvent } from 'react'

/** Puts the focus where one goes on at once, after a new screen has taken it to its beginning. */
export function useFirstFocus(focus: () => void): void {
  const focusNow = useEffectEvent(focus)

  useEffect(() => {
    const soon = setTimeout(() => focusNow())
    return () => clearTimeout(soon)
  }, [])
}
