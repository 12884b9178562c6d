import { type Browser, chromium } from '@playwright/test'
import { startSampleShop } from '../screens/start-sample-shop.ts'
import { type FilledShop, fillShopForTasks } from './fill-shop-for-tasks.ts'
import { createMeasuredPage } from './measured-page.ts'
import { buyerTasks, customerTasks, staffTasks, type Task } from './tasks.ts'

console.error('Starting a shop …')
const shop = await startSampleShop()
try {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const filled = await fillShopForTasks(browser, shop)
    console.log('| task | clicks | keys | seconds | responses |')
    console.log('| --- | ---: | ---: | ---: | ---: |')
    await measureAll(browser, filled, 'buyer', '/', buyerTasks)
    await measureAll(browser, filled, 'customer', '/', customerTasks)
    await measureAll(browser, filled, 'staff', '/dashboard/overview', staffTasks)
  } finally {
    await browser.close()
  }
} finally {
  await shop.close()
}

/** Performs each task in a new browser window, and prints its row. */
async function measureAll(
  browser: Browser,
  filled: FilledShop,
  viewer: keyof FilledShop['cookies'],
  start: string,
  tasks: Record<string, Task>,
) {
  for (const [name, perform] of Object.entries(tasks)) {
    const context = await browser.newContext({
      baseURL: shop.url,
      viewport: { width: 1440, height: 900 },
      storageState: filled.cookies[viewer],
    })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(start)
    await page.locator('.session[data-session=signedIn]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    const measuredPage = createMeasuredPage(page)
    try {
      await perform(measuredPage, filled)
      const { clicks, keys, personS, shopS } = measuredPage.effort
      const seconds = Math.round(personS + shopS)
      console.log(`| ${name} | ${clicks} | ${keys} | ${seconds} | ${shopS.toFixed(1)} |`)
    } catch (error) {
      console.error(`${name}: not completed at ${page.url()}`, error)
      process.exitCode = 1
    }
    await context.close()
  }
}
