import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What of it depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Axe finds nothing on a page as it stands, in light and in dark: all that it knows in the one, in the
 * other what depends on colours.
 */
export async function expectAccessible(page: Page) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNothing(page, axe(page).withTags(STANDARDS))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNothing(page, axe(page).withRules(COLOURS))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/**
 * The card provider's frames are his; this way axe need not open a page of its own each time, nor tell of
 * each element that is as it should be.
 */
function axe(page: Page) {
  return new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
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

/** At each width nothing stands out at the side, and axe finds nothing at the narrowest and the widest. */
export async function expectGoodAtAllWidths(page: Page) {
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const across = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(across, page.url()).toBeLessThanOrEqual(width)
    if (width !== 768) await expectAccessible(page)
  }
}
