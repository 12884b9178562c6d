import type { Page } from '@playwright/test'

/** Keeps the answers to a call, or to all addresses of a form, back until what it gives is called. */
export async function hold(page: Page, path: string | RegExp): Promise<() => void> {
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(typeof path === 'string' ? isPath(path) : path, async (route) => {
    await released
    await route.continue()
  })
  return () => answer()
}

const predicates = new Map<string, (url: URL) => boolean>()

/** One predicate for each path, so that a route can be taken away again by it. */
export function isPath(path: string) {
  const known = predicates.get(path) ?? ((url: URL) => url.pathname === path)
  predicates.set(path, known)
  return known
}
