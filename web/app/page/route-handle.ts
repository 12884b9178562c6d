import type { QueryClient } from '@tanstack/react-query'
import type { RouteMatch } from 'react-router'
import type { Fetch } from '../../api/send.ts'

/** What a route says of itself beyond its component. */
export interface RouteHandle {
  /** Loads the code of its screen, where that comes when it is wanted. */
  load?: () => Promise<void>
  /** The screen fills the window and has no footer. */
  bare?: boolean
  /** Only for who is signed in: no search engine need come here. */
  private?: boolean
  /** The module that is loaded, as the build names it: its styles and scripts belong into the page. */
  code?: string
  /** The answer's status where it is not 200, or what it is by what was read. */
  status?: number | ((client: QueryClient, url: URL) => number)
  /** Reads into the cache what the screen shows, before it is rendered on the server. */
  prefetch?: (client: QueryClient, fetch: Fetch, url: URL) => Promise<unknown>
}

/** What the routes of an address say, the outermost first. */
export function handlesOf(matches: RouteMatch[] | null): RouteHandle[] {
  return (matches ?? []).flatMap(({ route }) => (route.handle as RouteHandle | undefined) ?? [])
}
