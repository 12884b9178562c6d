import { copyFile, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type FilledShop, fillShop } from './fill-shop.ts'
import { listScreens, type Screen } from './screens.ts'
import { root, startSampleShop } from './start-sample-shop.ts'

const FOLDER = path.join(root, '.cache/screens')
const README_FOLDER = path.join(root, 'docs/screens')
const README_SCREENSHOTS = [
  'home-1440-light.png',
  'part-1440-light.png',
  'all-parts-375-light.png',
  'manage-orders-1440-light.png',
]
const SIZES = [
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const SCHEMES = ['light', 'dark'] as const

/** Maximum height of a screenshot. The rest of a longer page only repeats. */
const MAX_HEIGHT = 1800
const SLIDE_IN_MS = 500

/** The names of the screens to take. Takes all screens if empty. */
const selectedNames = process.argv.slice(2)

console.log('Starting a shop for the screenshots …')
const shop = await startSampleShop()
try {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text'],
  })
  try {
    await takeAll(browser, await fillShop(browser, shop))
  } finally {
    await browser.close()
  }
} finally {
  await shop.close()
}

async function takeAll(browser: Browser, filled: FilledShop) {
  if (selectedNames.length === 0) await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const screens = listScreens(filled).filter(
    ({ name }) => selectedNames.length === 0 || selectedNames.includes(name),
  )
  for (const screen of screens) {
    console.log(`  ${screen.name}`)
    await Promise.all(SCHEMES.map((scheme) => takeInScheme(screen, scheme)))
  }

  async function takeInScheme(screen: Screen, scheme: (typeof SCHEMES)[number]) {
    for (const viewport of SIZES) {
      const name = `${screen.name}-${viewport.width}-${scheme}.png`
      const context = await browser.newContext({
        baseURL: shop.url,
        viewport,
        colorScheme: scheme,
        reducedMotion: 'reduce',
        storageState: filled.users[screen.viewer ?? 'visitor'],
      })
      const page = await context.newPage()
      await renameTransactions(page, filled.transactions)
      await takeScreenshot(page, screen, path.join(FOLDER, name))
      await context.close()
      if (README_SCREENSHOTS.includes(name)) {
        await copyFile(path.join(FOLDER, name), path.join(README_FOLDER, name))
      }
    }
  }
}

/** Replaces the provider's random IDs by fixed ones, so that the README's screenshots change only with the screens. */
async function renameTransactions(page: Page, transactions: FilledShop['transactions']) {
  await page.route(/\/(myOrders|allOrders)\?/, async (route) => {
    const response = await route.fetch()
    let body = await response.text()
    for (const [id, name] of transactions) body = body.replaceAll(id, name)
    await route.fulfill({ response, body })
  })
}

/** Opens a screen and saves a screenshot. */
async function takeScreenshot(page: Page, screen: Screen, file: string): Promise<void> {
  await screen.before?.(page)
  await page.goto(screen.path)
  await waitUntilStable(page, screen)
  await screen.after?.(page)
  await page.mouse.move(0, 0)
  // Animations stay enabled. Otherwise a toast would close, because its timer is its progress animation.
  if (screen.viewportOnly) await page.waitForTimeout(SLIDE_IN_MS)
  else await waitUntilStable(page, screen)
  const screenshot = await page.screenshot({
    animations: screen.viewportOnly ? 'allow' : 'disabled',
    ...(await chooseClip(page, screen)),
  })
  await sharp(screenshot).png({ palette: true, colours: 32, effort: 7, dither: 0 }).toFile(file)
}

/** Waits until the page has loaded its data, images and fonts. */
async function waitUntilStable(page: Page, { staysLoading }: Screen) {
  await page.locator('.session:not([data-session="loading"])').waitFor({ state: 'attached' })
  const loading = page.getByRole('main').getByText('Please wait, Loading ...').first()
  await loading.waitFor({ state: staysLoading ? 'visible' : 'detached' })
  if (!staysLoading) await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})))
    await document.fonts.ready
  })
}

async function chooseClip(page: Page, { viewportOnly }: Screen) {
  if (viewportOnly) return {}
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }))
  return { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) } }
}
