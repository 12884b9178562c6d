import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Screen } from './screens.ts'

/** What is further down is more of the same. */
const CUT_AT = 1800
const SLIDES_IN_MS = 500

/** Takes the picture of a screen that the page is not on yet, small enough to be kept among the sources. */
export async function takePicture(page: Page, screen: Screen, file: string): Promise<void> {
  await screen.before?.(page)
  await page.goto(screen.path)
  await settle(page, screen)
  await screen.after?.(page)
  await page.mouse.move(0, 0)
  // A message neither waits for a quiet line nor survives the end of its animation, which is its clock.
  if (screen.over) await page.waitForTimeout(SLIDES_IN_MS)
  else await settle(page, screen)
  const taken = await page.screenshot({
    animations: screen.over ? 'allow' : 'disabled',
    ...(await partOf(page, screen)),
  })
  await sharp(taken).png({ palette: true, colours: 32, effort: 7, dither: 0 }).toFile(file)
}

/** Waits until nothing on the page moves or comes any more. */
async function settle(page: Page, { waits }: Screen) {
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

async function partOf(page: Page, { over }: Screen) {
  if (over) return {}
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }))
  return { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, CUT_AT) } }
}
