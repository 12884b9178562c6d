import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type FilledShop, fillShop } from './fill-shop.ts'
import { openShop } from './open-shop.ts'
import { root } from './root.ts'
import { type Screen, screensOf } from './screens.ts'
import { stillAccount } from './still-account.ts'
import { stillOrders } from './still-orders.ts'
import { stillStaff } from './still-staff.ts'
import { takePicture } from './take-picture.ts'

const FOLDER = path.join(root, 'docs/screens')
const SIZES = [
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const SCHEMES = ['light', 'dark'] as const

/** Names of screens that alone are wanted; all, if none is said. */
const wanted = process.argv.slice(2)

console.log('Opening a shop for the pictures …')
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
  const screens = screensOf(filled).filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name),
  )
  const taken = new Set<string>()
  for (const screen of screens) {
    console.log(`  ${screen.name}`)
    await Promise.all(SCHEMES.map((scheme) => takeInScheme(screen, scheme)))
  }
  if (wanted.length === 0) await removeAllBut(taken)

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
      await stillOrders(page, filled.transactions)
      await stillAccount(page)
      await stillStaff(page)
      await takePicture(page, screen, path.join(FOLDER, name))
      await context.close()
      taken.add(name)
    }
  }
}

/** The provider's ids are chance, and a picture says the same each time that it is taken. */
async function renameTransactions(page: Page, transactions: FilledShop['transactions']) {
  await page.route(/\/(myOrders|allOrders)\?/, async (route) => {
    const answer = await route.fetch()
    let body = await answer.text()
    for (const [id, name] of transactions) body = body.replaceAll(id, name)
    await route.fulfill({ response: answer, body })
  })
}

/** A screen that is no more leaves no picture behind. */
async function removeAllBut(taken: Set<string>) {
  for (const file of await readdir(FOLDER)) {
    if (file.endsWith('.png') && !taken.has(file)) await rm(path.join(FOLDER, file))
  }
}
