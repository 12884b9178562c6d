import { matchRoutes, type RouteObject } from 'react-router'
import { getRouteHandles } from './page/route-handle.ts'

/** After this time a hover counts as intent to click. */
const HOVER_DELAY_MS = 65

/** Loads a screen's code while the pointer rests on a link to it, or when the link gets the focus. */
export function prefetchOnIntent(routes: RouteObject[]): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  document.addEventListener('pointerover', (event) => {
    clearTimeout(timer)
    const link = findLink(event)
    if (link) timer = setTimeout(load, HOVER_DELAY_MS, link)
  })
  document.addEventListener('focusin', (event) => load(findLink(event)))

  function load(link: HTMLAnchorElement | null) {
    if (link?.origin !== location.origin) return
    for (const handle of getRouteHandles(matchRoutes(routes, link.pathname))) {
      // The click tries again and shows the error.
      handle.load?.().catch(() => {})
    }
  }
}

function findLink(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest('a') : null
}
