import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** A navigation that stays at the same place of the page, such as another tab of a list, says so in its state. */
export const keepScroll = { keepScroll: true } as const

/**
 * How far each visit is scrolled: a new one begins at its top or at the place its address names,
 * the way back leads to where one was. A page that came whole is left to the browser, which has
 * scrolled it before this runs.
 */
export function KeptScroll() {
  const { key, hash, state } = useLocation()
  const type = useNavigationType()
  const positions = useRef(new Map<string, number>())
  const shown = useRef(key)
  const first = useRef(true)

  useEffect(() => {
    const note = () => positions.current.set(shown.current, window.scrollY)
    const byBrowser = () => {
      history.scrollRestoration = 'auto'
    }
    addEventListener('scroll', note, { passive: true })
    addEventListener('pagehide', byBrowser)
    return () => {
      removeEventListener('scroll', note)
      removeEventListener('pagehide', byBrowser)
    }
  }, [])

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    shown.current = key
    if (first.current) {
      first.current = false
      return
    }
    const kept = positions.current.get(key)
    if (type === 'POP' && kept !== undefined) {
      // Newer browsers give a promise here, which React would take for a way to clean up.
      window.scrollTo(0, kept)
      return
    }
    if (state?.keepScroll) return
    const named = hash && document.getElementById(hash.slice(1))
    if (named) named.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [key, hash, state, type])

  return null
}
