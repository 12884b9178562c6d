import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  // Presses all expected Tabs at once: checking the focus after each press is slow.
  await pressTab(page, await target.evaluate(countStopsBefore))
  for (let tabs = 0; tabs < 120; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await pressTab(page, 1)
  }
  await expect(target).toBeFocused()
}

async function pressTab(page: Page, times: number) {
  await Promise.all(Array.from({ length: times }, () => page.keyboard.press('Tab')))
}

/** Counts the Tab stops from the focus to the target. May return too few, never too many. */
function countStopsBefore(target: Element): number {
  const isAfter = (one: Element, other: Element | null) =>
    !other || (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const focused = document.activeElement === document.body ? null : document.activeElement
  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, textarea'),
  ]
    .filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility() && !stop.matches(':disabled'))
    .filter((stop) => !stop.matches('[type=radio]:not(:checked)') && !stop.closest('[inert]'))
  const following = stops.filter((stop) => isAfter(stop, focused))
  const preceding = stops.filter((stop) => !isAfter(stop, target))
  // The focus wraps from the last stop to the first.
  if (!isAfter(target, focused)) return following.length + preceding.length
  return following.filter((stop) => preceding.includes(stop)).length
}
