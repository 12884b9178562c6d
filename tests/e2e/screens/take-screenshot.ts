import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Screen } from './screens.ts'

/** Longer pages are cut: the rest only repeats. */
const MAX_HEIGHT = 1800
const SLIDE_IN_MS = 500

/** Opens a screen and saves a screenshot, compressed for the repository. */
export async function takeScreenshot(page: Page, screen: Screen, file: string): Promise<void> {
  await screen.before?.(page)
  await page.goto(screen.path)
  await waitUntilStable(page, screen)
  await screen.after?.(page)
  await page.mouse.move(0, 0)
  // Disabling animations would close a toast: its progress animation is its timer.
  if (screen.viewportOnly) await page.waitForTimeout(SLIDE_IN_MS)
  else await waitUntilStable(page, screen)
  const screenshot = await page.screenshot({
    animations: screen.viewportOnly ? 'allow' : 'disabled',
    ...(await chooseClip(page, screen)),
  })
  await sharp(screenshot).png({ palette: true, colours: 32, effort: 7, dither: 0 }).toFile(file)
}

/** Waits until the page has loaded its data, images and fonts. */
async function waitUntilStable(page: Page, { staysLoading: waits }: Screen) {
  await page.locator('.session:not([data-session="loading"])').waitFor({ state: 'attached' })
  const loading = page.getByRole('main').getByText('Please wait, Loading ...').first()
  await loading.waitFor({ state: waits ? 'visible' : 'detached' })
  if (!waits) await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})))
    await document.fonts.ready
  })
}

async function chooseClip(page: Page, { viewportOnly: over }: Screen) {
  if (over) return {}
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }))
  return { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) } }
}
