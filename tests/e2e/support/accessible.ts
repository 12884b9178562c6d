import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

const NARROWEST = 320

/**
 * Fails if axe reports a violation on the current page in light (all rules) or in dark (the rules about
 * colours), or if the page scrolls sideways at 320 pixels. Restores the light theme and the viewport.
 */
export async function expectAccessible(page: Page) {
  await expectNothing(page, STANDARDS)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothing(page, COLOURS)
  await expectNarrow(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Leaves the card provider's frames out. */
async function expectNothing(page: Page, runOnly: string[]) {
  const isHere = await page.evaluate(() => 'axe' in window)
  if (!isHere) await page.evaluate(axe.source)
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

async function expectNarrow(page: Page) {
  const viewport = page.viewportSize() ?? { width: NARROWEST, height: 640 }
  await page.setViewportSize({ width: NARROWEST, height: 640 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, page.url()).toBeLessThanOrEqual(NARROWEST)
  await page.setViewportSize(viewport)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
