import { type RefObject, useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Focuses the heading after a `Pagination` link, because the new page may lack that link. */
export function useFocusOnPageChange(heading: RefObject<HTMLElement | null>): void {
  const { key, state } = useLocation()
  const type = useNavigationType()

  // Every visit has its own key, also repeated visits to one page.
  useEffect(() => {
    if (type === 'PUSH' && state?.pageChanged) heading.current?.focus({ preventScroll: true })
  }, [key, state, type, heading])
}
