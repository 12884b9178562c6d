import type { QueryClient } from '@tanstack/react-query'
import type { RouteMatch } from 'react-router'
import type { Fetch } from '../../api/send.ts'

/** Properties of a route beyond its component. */
export interface RouteHandle {
  /** Preloads the code of a lazy screen. */
  load?: () => Promise<void>
  /** The screen fills the window and has no footer. */
  isFullScreen?: boolean
  /** Signed-in users only. Not indexed by search engines. */
  requiresSignIn?: boolean
  /** Module of a lazy screen as the build names it. The page links its styles and scripts. */
  modulePath?: string
  /** HTTP status if not 200, or a function that derives it from the prefetched data. */
  status?: number | ((client: QueryClient, url: URL) => number)
  /** Loads the screen's data into the cache before the server renders it. */
  prefetch?: (client: QueryClient, fetch: Fetch, url: URL) => Promise<unknown>
}

/** Returns the handles of the matched routes, outermost first. */
export function getRouteHandles(matches: RouteMatch[] | null): RouteHandle[] {
  return (matches ?? []).flatMap(({ route }) => (route.handle as RouteHandle | undefined) ?? [])
}
