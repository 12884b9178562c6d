import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Navigation state that keeps the scroll position, for example when switching list tabs. */
export const preventScrollReset = { preventScrollReset: true } as const

/**
 * Scrolls a new visit to the top or to the anchor in the URL. Restores the position on back and
 * forward. After a full page load, the browser has already scrolled.
 */
export function ScrollRestoration() {
  const { key, hash, state } = useLocation()
  const type = useNavigationType()
  const positions = useRef(new Map<string, number>())
  const currentKey = useRef(key)
  const isFirstRender = useRef(true)

  useEffect(() => {
    const savePosition = () => positions.current.set(currentKey.current, window.scrollY)
    const restoreInBrowser = () => {
      history.scrollRestoration = 'auto'
    }
    addEventListener('scroll', savePosition, { passive: true })
    addEventListener('pagehide', restoreInBrowser)
    return () => {
      removeEventListener('scroll', savePosition)
      removeEventListener('pagehide', restoreInBrowser)
    }
  }, [])

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    currentKey.current = key
    if (isFirstRender.current) {
      isFirstRender.current = false
      return
    }
    const savedY = positions.current.get(key)
    if (type === 'POP' && savedY !== undefined) {
      // The effect must not return the result of scrollTo. Newer browsers return a promise, which
      // React would treat as a cleanup function.
      window.scrollTo(0, savedY)
      return
    }
    if (state?.preventScrollReset) return
    const target = hash && document.getElementById(hash.slice(1))
    if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [key, hash, state, type])

  return null
}
