import type { Response } from '@playwright/test'
import { awake } from './awake.ts'
import { hold } from './hold.ts'
import { origin } from './origin.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { expect, type Part, test } from './shop.ts'

/** Every script but the head's. */
const SCRIPTS = /\/assets\/(?!head-script).*\.js$/

test.describe('addresses of nothing', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('every response of a visit denies unused features, and only pictures are for other sites', async ({
    page,
  }) => {
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    for (const path of ['/', '/allParts', '/login', '/no-such-page', '/assets/no-such-file.js']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
    }
    const own = responses.filter((response) => response.url().startsWith(origin))
    expect(own.length).toBeGreaterThan(20)
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
})

test('the first visit of the home page loads 115 kB of scripts at most, and 165 kB in all but pictures', async ({
  page,
}) => {
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
})

for (const width of [375, 1440]) {
  test(`nothing shifts while a public page loads and wakes, ${width} pixels wide`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await watchShifts(page)
    const [part] = (await (await request.get('/parts?size=1')).json()) as [Part]
    const paths = ['/', '/allParts', `/allParts/${part._id}`]
    for (const path of [...paths, '/blogs', '/login']) {
      await page.goto(path)
      await awake(page)
      await page.evaluate(() => document.fonts.ready)
      expect(await shiftsOf(page), path).toEqual([])
    }
  })
}

test.describe('while its scripts are still on their way', () => {
  test('a page keeps what is pressed, once, until it is awake', async ({ page }) => {
    const release = await hold(page, SCRIPTS)
    await page.goto('/')
    const dark = () => page.evaluate(() => document.documentElement.dataset.theme)
    await page
      .getByRole('button', { name: 'Switch between light and dark' })
      .click({ clickCount: 2 })
    expect(await dark()).toBeUndefined()
    release()
    await expect.poll(dark).toBe('freehub-dark')
  })

  test('a menu that is opened stays open when the page wakes', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 })
    const release = await hold(page, SCRIPTS)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu).toBeVisible()
    release()
    await awake(page)
    await expect(menu).toBeVisible()
  })

  test('a message that is sent is not lost, and confirmed once the page is awake', async ({
    page,
  }) => {
    const release = await hold(page, SCRIPTS)
    await page.goto('/#contact-us')
    const form = page.locator('#contact-us form')
    await form.getByLabel('Name').fill('Ada')
    await form.getByLabel('Email').fill('ada@dealer.example')
    await form.getByLabel('Comment').fill('Do you sell spokes of 291 mm?')
    await form.getByRole('button', { name: 'Submit' }).click()
    release()
    await expect(page.getByText('We will contact you through your email')).toBeVisible()
    await expect(page).toHaveURL('/#contact-us')
  })

  test('links lead on', async ({ page }) => {
    const release = await hold(page, SCRIPTS)
    await page.goto('/')
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL('/allParts')
    release()
  })
})

test('a page wakes where the browser says nothing of what it paints', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PerformanceObserver'))
  await page.goto('/')
  await awake(page)
})
