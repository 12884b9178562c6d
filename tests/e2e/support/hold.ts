import type { Locator, Page } from '@playwright/test'

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

/** Double-clicks a button whose call is answered only after the second click. */
export async function doubleClick(button: Locator, path: RegExp) {
  const page = button.page()
  const answerComes = await hold(page, path)
  await Promise.all([page.waitForRequest(path), button.dblclick()])
  answerComes()
}

const predicates = new Map<string, (url: URL) => boolean>()

/** One predicate for each path, so that a route can be taken away again by it. */
export function isPath(path: string) {
  const known = predicates.get(path) ?? ((url: URL) => url.pathname === path)
  predicates.set(path, known)
  return known
}
