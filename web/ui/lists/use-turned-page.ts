import { type RefObject, useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Gives the heading the focus when one has turned the page, for the link that did it may be gone. */
export function useTurnedPage(heading: RefObject<HTMLElement | null>): void {
  const { key, state } = useLocation()
  const type = useNavigationType()

  // Each visit has a key of its own, also of the same page.
  useEffect(() => {
    if (type === 'PUSH' && state?.turnedPage) heading.current?.focus({ preventScroll: true })
  }, [key, state, type, heading])
}
