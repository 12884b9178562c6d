import { matchRoutes, type RouteObject } from 'react-router'
import { handlesOf } from './page/route-handle.ts'

/** A pointer that stays this long on a link means to press it. */
const REST_MS = 65

/** Loads a screen's code while the pointer rests on a link to it, or when the link gets the focus. */
export function prefetchOnIntent(routes: RouteObject[]): void {
  let rest: ReturnType<typeof setTimeout> | undefined

  document.addEventListener('pointerover', (event) => {
    clearTimeout(rest)
    const link = linkOf(event)
    if (link) rest = setTimeout(load, REST_MS, link)
  })
  document.addEventListener('focusin', (event) => load(linkOf(event)))

  function load(link: HTMLAnchorElement | null) {
    if (link?.origin !== location.origin) return
    for (const handle of handlesOf(matchRoutes(routes, link.pathname))) {
      // What cannot be loaded now is asked for again, and told, when the link is pressed.
      handle.load?.().catch(() => {})
    }
  }
}

function linkOf(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest('a') : null
}
