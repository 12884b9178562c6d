import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

const NARROWEST = 320

/**
 * Fails if axe reports a violation on the current page in light (all rules) or in dark (the rules about
 * colours), or if the page scrolls sideways at 320 pixels. Restores the light theme and the viewport.
 */
export async function expectAccessible(page: Page) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNothing(page, axe(page).withTags(STANDARDS))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNothing(page, axe(page).withRules(COLOURS))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNarrow(page)
}

/**
 * Leaves the card provider's frames out. Legacy mode saves a new page for each run; the options save the
 * details that `expectNothing` does not print.
 */
function axe(page: Page) {
  return new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], selectors: false, preload: false })
    .setLegacyMode()
    .exclude('iframe')
}

async function expectNothing(page: Page, builder: AxeBuilder) {
  const { violations, passes, incomplete } = await builder.analyze()
  expect(passes.length + incomplete.length, page.url()).toBeGreaterThan(0)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    page.url(),
  ).toEqual([])
}

async function expectNarrow(page: Page) {
  const viewport = page.viewportSize() ?? { width: NARROWEST, height: 640 }
  await page.setViewportSize({ width: NARROWEST, height: 640 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, page.url()).toBeLessThanOrEqual(NARROWEST)
  await page.setViewportSize(viewport)
}
