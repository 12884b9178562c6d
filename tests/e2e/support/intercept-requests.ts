import type { Locator, Page } from '@playwright/test'

/**
 * Holds the requests to a path, or to all URLs that match a pattern. The returned function sends them to the server.
 */
export async function holdRequests(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(typeof path === 'string' ? matchPath(path) : path, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Drops the response to the next request with this method and path. The server still handles the request. */
export async function loseResponse(page: Page, method: string, path: string) {
  let isLost = false
  await page.route(matchPath(path), async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

/** Double-clicks a button. Holds the first request until after the second click. */
export async function doubleClick(button: Locator, path: RegExp) {
  const page = button.page()
  const release = await holdRequests(page, path)
  await Promise.all([page.waitForRequest(path), button.dblclick()])
  release()
}

const predicates = new Map<string, (url: URL) => boolean>()

/** Returns a predicate for the path. Equal paths get the same function, so that `page.unroute` can find the route. */
export function matchPath(path: string) {
  const predicate = predicates.get(path) ?? ((url: URL) => url.pathname === path)
  predicates.set(path, predicate)
  return predicate
}
