import type { Page, Response } from '@playwright/test'
import { awake } from '../support/awake.ts'
import { hold } from '../support/hold.ts'
import { origin } from '../support/origin.ts'
import { shiftsOf, watchShifts } from '../support/shifts.ts'
import { expect, type Part, test } from '../support/shop.ts'

/** Every script but the head's. */
const SCRIPTS = /\/assets\/(?!head-script).*\.js$/

test('the first visit of the home page loads 115 kB of scripts at most, and 165 kB in all but pictures, which alone are for other sites', async ({
  page,
}) => {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  const loaded: { type: string; bytes: number }[] = []
  const browser = await page.context().newCDPSession(page)
  const types = new Map<string, string>()
  await browser.send('Network.enable')
  browser.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    loaded.push({ type: types.get(requestId) ?? '', bytes: encodedDataLength })
  })
  await page.goto('/')
  await awake(page)
  await page.waitForLoadState('networkidle')

  const bytesOf = (wanted: (type: string) => boolean) =>
    loaded.filter(({ type }) => wanted(type)).reduce((sum, { bytes }) => sum + bytes, 0)
  expect(bytesOf((type) => type === 'Font')).toBeGreaterThan(30_000)
  expect(bytesOf((type) => type === 'Script')).toBeGreaterThan(50_000)
  expect(bytesOf((type) => type === 'Script')).toBeLessThan(115_000)
  // Whether somebody is signed in is asked afterwards, and is no part of the page.
  expect(bytesOf((type) => !['Image', 'Fetch', 'XHR'].includes(type))).toBeLessThan(165_000)

  const own = responses.filter((response) => response.url().startsWith(origin))
  expect(own.length).toBeGreaterThan(10)
  for (const response of own) {
    const path = new URL(response.url()).pathname
    const headers = await response.allHeaders()
    expect(headers['permissions-policy'], path).toContain('camera=()')
    const isPicture = /^\/(drawings|photos|pictures)\/|^\/[\w-]+\.(png|ico)$/.test(path)
    expect([path, headers['cross-origin-resource-policy']]).toEqual([
      path,
      isPicture ? 'cross-origin' : 'same-origin',
    ])
  }
})

test('nothing shifts while a public page loads, wakes and is searched', async ({
  page,
  request,
}) => {
  await watchShifts(page)
  const [part] = (await (await request.get('/parts?size=1')).json()) as [Part]
  for (const [width, paths] of [
    [1440, ['/', `/allParts/${part._id}`, '/allParts?family=chains']],
    [375, ['/', `/allParts/${part._id}`, '/login', '/allParts?family=chains']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await page.goto(path)
      await expectNoShifts(page)
    }
  }
  await page.locator('.families').getByLabel('Cassettes').check()
  await expect(page).toHaveURL(/cassettes/)
  const search = page.locator('.parts-search input')
  await search.pressSequentially('holm')
  await expect(page).toHaveURL(/search=holm/)
  await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
  await search.fill('')
  await expect(page).not.toHaveURL(/search/)
  await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
  await expectNoShifts(page)
})

test('while its scripts are still on their way, links lead on, and a page keeps what is pressed, once, and an opened menu, until it is awake', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  const release = await hold(page, SCRIPTS)
  await page.goto('/login')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveURL('/blogs')
  const dark = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.getByRole('button', { name: 'Switch between light and dark' }).click({ clickCount: 2 })
  expect(await dark()).toBeUndefined()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu).toBeVisible()
  release()
  await expect.poll(dark).toBe('freehub-dark')
  await awake(page)
  await expect(menu).toBeVisible()
})

test('a page wakes where the browser says nothing of what it paints', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PerformanceObserver'))
  await page.goto('/login')
  await awake(page)
})

/** Expects that nothing has shifted on the page once it is awake and has its fonts. */
async function expectNoShifts(page: Page) {
  await awake(page)
  await page.evaluate(() => document.fonts.ready)
  expect(await shiftsOf(page), page.url()).toEqual([])
}
