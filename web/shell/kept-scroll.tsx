import { useLayoutEffect, useState } from 'react'
import { ScrollRestoration } from 'react-router'

/**
 * Restores how far a page was scrolled. Whoever scrolled before the script woke up is left where
 * he is: the router takes the first page for one that was just gone to, and would begin at its top.
 */
export function KeptScroll() {
  const [before] = useState(() => (typeof window === 'undefined' ? 0 : window.scrollY))

  useLayoutEffect(() => {
    if (before > 0 && window.scrollY === 0) window.scrollTo(0, before)
  }, [before])

  return <ScrollRestoration />
}
