import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules whose result depends on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const MIN_WIDTH = 320

/**
 * Checks the current page with axe: all rules in the light theme, the colour rules in the dark theme.
 * Also checks that the page does not scroll sideways at 320 pixels. Restores the light theme and the viewport.
 */
export async function expectAccessible(page: Page) {
  await expectNoViolations(page, RULES)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, COLOUR_RULES)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Runs axe, without the frames of the card provider. */
async function expectNoViolations(page: Page, runOnly: string[]) {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(axe.source)
  const { violations, checked } = await page.evaluate(runAxe, {
    runOnly,
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
    iframes: false,
  } satisfies RunOptions)
  expect(checked, page.url()).toBeGreaterThan(0)
  expect(violations, page.url()).toEqual([])
}

async function runAxe(options: RunOptions) {
  const { violations, passes, incomplete } = await window.axe.run({ exclude: ['iframe'] }, options)
  return {
    violations: violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
    ),
    checked: passes.length + incomplete.length,
  }
}

async function expectNoSidewaysScroll(page: Page) {
  const viewport = page.viewportSize() ?? { width: MIN_WIDTH, height: 640 }
  await page.setViewportSize({ width: MIN_WIDTH, height: 640 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, page.url()).toBeLessThanOrEqual(MIN_WIDTH)
  await page.setViewportSize(viewport)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
