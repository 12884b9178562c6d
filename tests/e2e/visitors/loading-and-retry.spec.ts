import type { Page } from '@playwright/test'
import { holdRequests, matchPath } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import {
  findPartFromEnd,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

test('public and customer screens show that they are loading', async ({ page }) => {
  const part = await findPartFromEnd(page, 1)
  const customer = await signUpCustomer(page)
  const order = await placeOrder(page, customer, part)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 375, height: 700 })
  const release = await holdRequests(page, '/myOrders')
  await page.goto('/dashboard/myOrders')
  await test.step('the spinner turns', async () => {
    const loadingScreen = getLoadingScreens(page)
    await expect(loadingScreen).toHaveText('Please wait, Loading ...')
    const readPlayStates = () =>
      loadingScreen
        .locator('svg')
        .evaluate((ring) => ring.getAnimations().map((animation) => animation.playState))
    await expect.poll(readPlayStates).toEqual(['running'])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(readPlayStates).toEqual([])
    await page.getByRole('button', { name: 'Dashboard' }).click()
    await expect(page.getByRole('dialog', { name: 'Dashboard' })).toBeVisible()
    expect(await page.evaluate(() => document.getAnimations().length), 'the drawer').toBe(0)
    await page.keyboard.press('Escape')
    release()
    await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible()
    await expect(loadingScreen).toHaveCount(0)
  })

  await page.setViewportSize({ width: 1280, height: 700 })
  await expectLoadingState(page, `/api/orders/${order}`, () =>
    page.getByRole('main').getByRole('link', { name: part.name }).click(),
  )
  await page.goBack()
  await expectLoadingState(page, `/booking/${order}`, () =>
    page.getByRole('link', { name: 'Pay Now' }).click(),
  )
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expectLoadingState(page, '/api/account', () =>
    menu.getByRole('link', { name: 'Sign-in & Security' }).click(),
  )
  const profile = `/user/${encodeURIComponent(customer.email)}`
  await expectLoadingState(page, profile, () =>
    menu.getByRole('link', { name: 'My Profile' }).click(),
  )
  await expectLoadingState(page, `/parts/${part._id}`, () => page.goto(`/purchase/${part._id}`))

  const openFromNavigation = (name: string) =>
    getNavigation(page).getByRole('link', { name }).click()
  await expectLoadingState(page, '/parts', () => openFromNavigation('Bicycle Parts'))
  const releaseReviews = await holdRequests(page, '/reviews')
  const releaseParts = await holdRequests(page, '/parts')
  await openFromNavigation('Home')
  await expect(getLoadingScreens(page)).toHaveCount(2)
  releaseReviews()
  await expect(getLoadingScreens(page)).toHaveCount(1)
  releaseParts()
  await expect(getLoadingScreens(page)).toHaveCount(0)
  await expect(page.locator('.cell')).toHaveCount(6)
})

test('staff screens show that they are loading', async ({ page }) => {
  await signInAsStaff(page)
  await expectLoadingState(page, '/allOrders', () => page.goto('/dashboard/manageOrders'))
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  for (const [name, call] of [
    ['Make Admin', '/allUsers'],
    ['Manage Products', '/api/managed-parts'],
  ] as const) {
    await expectLoadingState(page, call, () => menu.getByRole('link', { name }).click())
  }
})

test.describe('a visitor whose parts fail to load', () => {
  test.use({ expectedErrors: [/status of 500|^CallError/] })

  test('sees a retry after three attempts; then the parts stay cached for five minutes', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/blogs')
    await waitForHydration(page)
    let requestCount = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/parts') requestCount++
    })
    await page.route(matchPath('/parts'), (route) => route.fulfill({ status: 500 }))
    const logged = page.waitForEvent('console', (line) => /^CallError/.test(line.text()))
    const openParts = () => getNavigation(page).getByRole('link', { name: 'Bicycle Parts' }).click()
    const openBlogs = async () => {
      await getNavigation(page).getByRole('link', { name: 'Blogs' }).click()
      await expect(page.getByText('No blogs posted yet')).toBeVisible()
    }
    await openParts()
    const retryButton = page.getByRole('button', { name: 'Try Again' })
    const hasGivenUp = async () => {
      await page.clock.runFor(1_000)
      return retryButton.isVisible()
    }
    await expect.poll(hasGivenUp).toBe(true)
    expect(requestCount).toBe(1 + 3)
    expect((await logged).type()).toBe('error')
    await page.unroute(matchPath('/parts'))
    const part = await findPartFromEnd(page, 1)
    await page.route(matchPath('/parts'), (route) =>
      route.fulfill({ json: [part], headers: { 'X-Total-Count': '1' } }),
    )
    await retryButton.click()
    await expect(page.locator('.parts-count')).toHaveText('1 part')

    await openBlogs()
    for (const [elapsed, expectedCount] of [
      ['03:00', 5],
      ['02:01', 6],
    ] as const) {
      await page.clock.fastForward(elapsed)
      await openParts()
      await expect(page.locator('#parts .cell')).toHaveCount(1)
      await openBlogs()
      expect(requestCount).toBe(expectedCount)
    }
  })
})

function getNavigation(page: Page) {
  return page.locator('#links')
}

function getLoadingScreens(page: Page) {
  return page.locator('main .loading-screen')
}

/** Opens a page and expects its loading state until the response arrives. */
async function expectLoadingState(page: Page, call: string, openPage: () => Promise<unknown>) {
  const matches = matchPath(call)
  const release = await holdRequests(page, call)
  await Promise.all([page.waitForRequest((request) => matches(new URL(request.url()))), openPage()])
  await expect(getLoadingScreens(page), call).toHaveCount(1)
  await expect(getNavigation(page), call).toBeVisible()
  release()
  await expect(getLoadingScreens(page), call).toHaveCount(0)
  await page.unroute(matches)
}
