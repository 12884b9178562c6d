import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type FilledShop, fillShop } from './fill-shop.ts'
import { openShop } from './open-shop.ts'
import { root } from './root.ts'
import { listScreens, type Screen } from './screens.ts'
import { stabilizeAccount } from './stabilize-account.ts'
import { stabilizeOrders } from './stabilize-orders.ts'
import { stabilizeStaff } from './stabilize-staff.ts'
import { takeScreenshot } from './take-screenshot.ts'

const FOLDER = path.join(root, 'docs/screens')
const SIZES = [
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const SCHEMES = ['light', 'dark'] as const

/** The names of the screens to take. Takes all screens if empty. */
const selectedNames = process.argv.slice(2)

console.log('Starting a shop for the screenshots …')
const shop = await openShop()
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
  await mkdir(FOLDER, { recursive: true })
  const screens = listScreens(filled).filter(
    ({ name }) => selectedNames.length === 0 || selectedNames.includes(name),
  )
  const taken = new Set<string>()
  for (const screen of screens) {
    console.log(`  ${screen.name}`)
    await Promise.all(SCHEMES.map((scheme) => takeInScheme(screen, scheme)))
  }
  if (selectedNames.length === 0) await removeOtherScreenshots(taken)

  async function takeInScheme(screen: Screen, scheme: (typeof SCHEMES)[number]) {
    for (const viewport of SIZES) {
      const name = `${screen.name}-${viewport.width}-${scheme}.png`
      const context = await browser.newContext({
        baseURL: shop.url,
        viewport,
        colorScheme: scheme,
        reducedMotion: 'reduce',
        storageState: filled.people[screen.viewer ?? 'visitor'],
      })
      const page = await context.newPage()
      await renameTransactions(page, filled.transactions)
      await stabilizeOrders(page, filled.transactions)
      await stabilizeAccount(page)
      await stabilizeStaff(page)
      await takeScreenshot(page, screen, path.join(FOLDER, name))
      await context.close()
      taken.add(name)
    }
  }
}

/** Replaces the provider's random IDs by fixed ones. */
async function renameTransactions(page: Page, transactions: FilledShop['transactions']) {
  await page.route(/\/(myOrders|allOrders)\?/, async (route) => {
    const response = await route.fetch()
    let body = await response.text()
    for (const [id, name] of transactions) body = body.replaceAll(id, name)
    await route.fulfill({ response, body })
  })
}

/** Deletes the screenshots of removed screens. */
async function removeOtherScreenshots(taken: Set<string>) {
  for (const file of await readdir(FOLDER)) {
    if (file.endsWith('.png') && !taken.has(file)) await rm(path.join(FOLDER, file))
  }
}
