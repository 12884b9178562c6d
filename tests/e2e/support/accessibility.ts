import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type { default as Axe, RunOptions } from 'axe-core'

/** The minified script: each loaded page receives and parses 0.7 MB instead of 1.5 MB. */
const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules whose result depends on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const MIN_WIDTH = 320

/**
 * Checks the current page, or one element of it, with axe: all rules in the light theme, the colour rules in the dark
 * theme. Also checks that the page does not scroll sideways at 320 pixels. Restores the light theme and the viewport.
 */
export async function expectAccessible(page: Page, include = 'html') {
  // Content that is being replaced is dimmed, with less contrast.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectNoViolations(page, include, RULES)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, include, COLOUR_RULES)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Runs axe, without the frames of the card provider. */
async function expectNoViolations(page: Page, include: string, runOnly: string[]) {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(axeScript)
  const options: RunOptions = {
    runOnly,
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
    iframes: false,
  }
  const { violations, checked } = await page.evaluate(runAxe, { include, options })
  expect(checked, page.url()).toBeGreaterThan(0)
  expect(violations, page.url()).toEqual([])
}

async function runAxe({ include, options }: { include: string; options: RunOptions }) {
  const context = { include: [include], exclude: ['iframe'] }
  const { violations, passes, incomplete } = await window.axe.run(context, options)
  return {
    violations: violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
    ),
    checked: passes.length + incomplete.length,
  }
}

/** Expects that the page does not scroll sideways at 320 pixels. Restores the viewport. */
export async function expectNoSidewaysScroll(page: Page) {
  const viewport = page.viewportSize() ?? { width: MIN_WIDTH, height: 640 }
  await page.setViewportSize({ width: MIN_WIDTH, height: 640 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, page.url()).toBeLessThanOrEqual(MIN_WIDTH)
  await page.setViewportSize(viewport)
}

/** Runs the function with a default font size of 32 pixels in the browser's settings, which apply to all its pages. */
export async function withLargeFont(page: Page, run: () => Promise<void>) {
  const devTools = await page.context().newCDPSession(page)
  const setFontSize = (standard: number) =>
    devTools.send('Page.setFontSizes', { fontSizes: { standard } })
  await setFontSize(32)
  try {
    await run()
  } finally {
    // The next test uses the same browser.
    await setFontSize(16)
  }
}

/** Expects that the page does not scroll sideways with a font size of 32 pixels. */
export async function expectFitsLargeFont(page: Page) {
  const readLayout = () => {
    const { documentElement } = document
    const { fontSize } = getComputedStyle(documentElement)
    return { fontSize, hiddenWidth: documentElement.scrollWidth - innerWidth }
  }
  await withLargeFont(page, () =>
    expect
      .poll(() => page.evaluate(readLayout), page.url())
      .toEqual({ fontSize: '32px', hiddenWidth: 0 }),
  )
}

/** Expects that the row of a table becomes a card below 560 pixels only, and that nothing scrolls sideways. */
export async function expectTableFrom560(page: Page, row: Locator, cardDisplay = 'block') {
  const viewport = page.viewportSize() ?? { width: 1280, height: 720 }
  const readLayout = (element: Element) => ({
    width: innerWidth,
    scrollWidth: document.documentElement.scrollWidth,
    display: getComputedStyle(element).display,
  })
  for (const width of [768, 720, 560, 559]) {
    await page.setViewportSize({ width, height: viewport.height })
    const display = width < 560 ? cardDisplay : 'table-row'
    const layout = { width, scrollWidth: width, display }
    await expect.poll(() => row.evaluate(readLayout), page.url()).toEqual(layout)
  }
  await page.setViewportSize(viewport)
}

declare global {
  interface Window {
    axe: typeof Axe
  }
}

/** Returns the computed text colour of an element as red, green and blue (0 to 255). */
export function readTextColor(text: Locator): Promise<number[]> {
  return text.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
    context.fillStyle = getComputedStyle(element).color
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  })
}

/** Expects an error in red below its field. */
export async function expectRedUnder(error: Locator, field: Locator) {
  await expect(error).toBeVisible()
  await expectRed(error)
  const [errorBox, fieldBox] = await Promise.all([error.boundingBox(), field.boundingBox()])
  expect(errorBox?.y).toBeGreaterThanOrEqual((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0))
}

export async function expectRed(text: Locator) {
  const [red = 0, green = 0, blue = 0] = await readTextColor(text)
  expect(red, 'red').toBeGreaterThan(2 * Math.max(green, blue))
}

declare global {
  interface Window {
    shifts: string[]
  }
}

/**
 * Records the unexpected layout shifts of each page. Ignores:
 * - Shifts below 0.005: the web font replaces the fallback font, and a name may then need one line less.
 * - Shifts without a moved element.
 * - Shifts of only the filter chips and the count beside them: slow machines do not attribute the shift to the input
 *   that removed a filter.
 */
export async function recordLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node }[]
      })[]) {
        if (entry.hadRecentInput || entry.value < 0.005) continue
        const movedElements = entry.sources.map(({ node }) => node as Element | undefined)
        if (movedElements.every((node) => node?.closest('.chips, .parts-count'))) continue
        const names = movedElements.map((node) => node?.outerHTML.slice(0, 80))
        window.shifts.push(`${entry.value}: ${names.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the layout shifts of the current page so far. */
export const readLayoutShifts = (page: Page) => page.evaluate(() => window.shifts)

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  // This presses all expected Tabs in one step, because checking the focus after each press is slow.
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
