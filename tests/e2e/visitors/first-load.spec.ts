import { brotliCompressSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { readLayoutShifts, recordLayoutShifts } from '../support/accessibility.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { origin, type Part, signUpCustomer, waitForHydration } from '../support/users-and-orders.ts'

/** Every script except the inline one in the head. */
const SCRIPTS = /\/assets\/.*\.js$/

test('the first visit loads at most 100 kB of scripts, and 168 kB of all files except pictures; responses have security headers', async ({
  page,
}) => {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  const loaded: { type: string; bytes: number; bodyBytes: number }[] = []
  const browser = await page.context().newCDPSession(page)
  const heads = new Map<string, { type: string; bytes: number }>()
  await browser.send('Network.enable')
  browser.on('Network.responseReceived', ({ requestId, type, response }) => {
    heads.set(requestId, { type, bytes: response.encodedDataLength })
  })
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const head = heads.get(requestId) ?? { type: '', bytes: 0 }
    loaded.push({ type: head.type, bytes, bodyBytes: bytes - head.bytes })
  })
  await page.goto('/')
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')

  const sumBytes = (isIncluded: (type: string) => boolean) =>
    loaded.filter(({ type }) => isIncluded(type)).reduce((sum, { bytes }) => sum + bytes, 0)
  expect(sumBytes((type) => type === 'Font')).toBeGreaterThan(30_000)
  const inlineScript = await page.locator('script[data-modules]').textContent()
  const scriptBytes = loaded
    .filter(({ type }) => type === 'Script')
    .reduce((sum, { bodyBytes }) => sum + bodyBytes, brotliCompressSync(inlineScript ?? '').length)
  expect(scriptBytes).toBeGreaterThan(50_000)
  expect(scriptBytes).toBeLessThan(100_000)
  // Session calls run after the page has loaded and do not count. Parts and reviews of other tests may be on the page.
  expect(sumBytes((type) => !['Image', 'Fetch', 'XHR'].includes(type))).toBeLessThan(168_000)

  const ownResponses = responses.filter((response) => response.url().startsWith(origin))
  expect(ownResponses.length).toBeGreaterThan(10)
  for (const response of ownResponses) {
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

test('public pages have no layout shifts during load and hydration, and a search does not move the list', async ({
  page,
  request,
}) => {
  await recordLayoutShifts(page)
  const [part] = (await (await request.get('/parts?size=1')).json()) as [Part]
  for (const [width, paths] of [
    [1440, ['/', `/allParts/${part._id}`, '/allParts?family=chains']],
    [375, ['/', `/allParts/${part._id}`, '/login', '/orderPad', '/allParts?family=chains']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await page.goto(path)
      await expectNoShifts(page)
    }
  }
  await page.getByText('Family', { exact: true }).filter({ visible: true }).click()
  await page.locator('.families').getByLabel('Cassettes').check()
  await expect(page).toHaveURL(/cassettes/)
  // A search closes the families.
  await page.getByText('Family', { exact: true }).filter({ visible: true }).click()
  const readTop = () =>
    page
      .locator('#parts .cell')
      .first()
      .evaluate((cell) => cell.getBoundingClientRect().top + scrollY)
  const topWithTwoChips = await readTop()
  const search = page.locator('.parts-search input')
  await search.pressSequentially('holm')
  await expect(page).toHaveURL(/search=holm/)
  await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
  // Slow machines do not attribute a shift to the input, so a row of chips must not become higher.
  await expect(page.locator('.chips li')).toHaveCount(4)
  expect(await readTop()).toBe(topWithTwoChips)
})

test('links work before hydration, and button presses are replayed once afterwards', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  const release = await holdRequests(page, SCRIPTS)
  await page.goto('/login', { waitUntil: 'commit' })
  const menu = page.getByRole('navigation', { name: 'Main' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveURL('/blogs')
  const readTheme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await page.getByRole('button', { name: 'Switch between light and dark' }).click({ clickCount: 2 })
  expect(await readTheme()).toBeUndefined()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu).toBeVisible()
  release()
  await expect.poll(readTheme).toBe('freehub-dark')
  await waitForHydration(page)
  await expect(menu).toBeVisible()

  await test.step('Back before hydration opens the previous screen', async () => {
    await menu.getByRole('link', { name: 'Bicycle Parts' }).click()
    await expect(page.locator('#parts .cell').first()).toBeVisible()
    const releaseAgain = await holdRequests(page, SCRIPTS)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('#parts .cell').first()).toBeVisible()
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL('/blogs')
    releaseAgain()
    await expect(page.getByText('No blogs posted yet')).toBeVisible()
    await expect(page).toHaveTitle(/Blogs/)
  })
})

test('a Sign Up form submitted before hydration is validated afterwards, and keeps its values', async ({
  page,
}) => {
  const release = await holdRequests(page, SCRIPTS)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Email').fill('early@example.com')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByLabel('Password').press('Enter')
  await page.getByLabel('Password').press('Enter')
  release()
  await expect(page.getByText('User Name required')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com')
  await page.getByLabel('Name').fill('Early Bird')
  await page.getByLabel('Name').press('Enter')
  await expect(page).toHaveURL('/')
})

test('a Login form submitted by Enter before hydration signs in afterwards', async ({ page }) => {
  const { email, password } = await signUpCustomer(page)
  await page.context().clearCookies()
  const release = await holdRequests(page, SCRIPTS)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
  release()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test.describe('when the scripts of a page cannot be loaded', () => {
  test.use({ expectedErrors: [/ERR_FAILED|dynamically imported module|shop cannot be reached/] })

  test('its forms report the failure and keep the input', async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort())
    await page.goto('/login')
    await page.getByLabel('Email').fill('early@example.com')
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByRole('alert')).toHaveText(/^The form was not sent/)
    await page.getByRole('button', { name: 'Login', exact: true }).last().click()
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByLabel('Email')).toHaveValue('early@example.com')
    await expect(page).toHaveURL('/login')
  })

  test('a screen that needs a session reports the failure', async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort())
    for (const path of ['/checkout', '/dashboard/profileUpdate']) {
      await page.goto(path)
      await expect(page.locator('.loading-screen')).toHaveText(
        'This page could not be loaded completely. Check your connection, then reload the page.',
      )
    }
  })

  test('its forms keep the input and report the failure when Back leads to a screen whose scripts fail to load', async ({
    page,
  }) => {
    await page.goto('/allParts')
    await page.getByRole('link', { name: 'Login' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
    const release = await holdRequests(page, SCRIPTS)
    await page.reload({ waitUntil: 'commit' })
    await page.getByLabel('Email').fill('early@example.com')
    await page.getByLabel('Password').press('Enter')
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL('/allParts')
    const modules = await page.locator('script[data-modules]').getAttribute('data-modules')
    await page.route(
      ({ pathname }) => SCRIPTS.test(pathname) && !modules?.includes(pathname),
      (route) => route.abort(),
    )
    release()
    await expect(page.getByRole('alert')).toHaveText(/^The form was not sent/)
    await expect(page.getByLabel('Email')).toHaveValue('early@example.com')
    await expect(page).toHaveURL('/allParts')
  })
})

/** Expects no layout shifts after hydration and font loading. */
async function expectNoShifts(page: Page) {
  await waitForHydration(page)
  await page.evaluate(() => document.fonts.ready)
  expect(await readLayoutShifts(page), page.url()).toEqual([])
}
