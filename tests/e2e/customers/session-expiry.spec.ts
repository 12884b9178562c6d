import type { Page } from '@playwright/test'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast, keepToastsOpen } from '../support/toasts.ts'
import {
  type Customer,
  fetchTokenHeader,
  findPartFromEnd,
  generateNewUser,
  signInElsewhere,
  signInOnPage,
  signUp,
  signUpCustomer,
} from '../support/users-and-orders.ts'

// The console reports the 401 of an ended session.
test.use({ expectedErrors: [/status of 40[134]/] })

test('a login returns to the page that required it and restores the typed order', async ({
  page,
}) => {
  const dealer = generateNewUser()
  await page.goto('/dashboard/myOrders')
  await expect(page).toHaveURL('/login')
  await signUp(page, dealer)
  await expect(page).toHaveURL('/dashboard/myOrders')
  await logOut(page)

  await getNavigation(page).getByRole('link', { name: 'Blogs' }).click()
  await getNavigation(page).getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await signInOnPage(page, dealer)
  await expect(page).toHaveURL('/blogs')
  await logOut(page)

  await page.evaluate(() => sessionStorage.setItem('returnPath', '//elsewhere.example'))
  await signInOnPage(page, dealer)
  await expect(page).toHaveURL('/')

  const part = await findPartFromEnd(page, 2)
  await navigateInApp(page, `/purchase/${part._id}`)
  const quantity = String(part.minimumOrder + 7)
  await page.getByLabel('Order Quantity').fill(quantity)
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  await page.getByLabel('Address').fill('12 Allen Avenue, Lagos')
  await clearSession(page)
  await keepToastsOpen(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  const loginToast = page.locator('.Toastify__toast', { hasText: 'Please, Login again' })
  await loginToast.getByRole('button', { name: 'Close' }).click()
  await expect(loginToast).toHaveCount(0)
  await expect(page).toHaveURL('/login')
  await signInOnPage(page, dealer)
  await expect(page).toHaveURL(`/purchase/${part._id}`)
  await expect(page.getByLabel('Order Quantity')).toHaveValue(quantity)
  await expect(page.getByLabel('Phone')).toHaveValue('+234 1 555 0100')
  await expect(page.getByLabel('Address')).toHaveValue('12 Allen Avenue, Lagos')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goForward()

  // The response must not navigate, because the customer has already opened another page.
  const release = await holdRequests(page, '/booking')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('button', { name: 'Placing your order …' })).toBeVisible()
  await getNavigation(page).getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveURL('/blogs')
  release()
  await expectToast(page, 'Product Booking Successful')
  await expect(page).toHaveURL('/blogs')
  await page.goBack()
  await expect(page.getByLabel('Order Quantity')).toHaveValue(String(part.minimumOrder))
  await expect(page.getByLabel('Phone')).toHaveValue('+234 1 555 0100')

  await navigateInApp(page, '/dashboard/manageOrders')
  await expect(page).toHaveURL('/login')
  await expect(loginToast).toBeVisible()
  await expect(getNavigation(page).getByRole('link', { name: 'Login' })).toBeVisible()
  const session = async () => (await page.request.get('/api/auth/get-session')).json()
  await expect.poll(session).toBeNull()
})

test('a login restores the draft of a review after another device has ended the session', async ({
  page,
}) => {
  await page.clock.install()
  const customer = await signUpCustomer(page)
  await page.goto('/dashboard/addReview')
  const comment = page.getByLabel('Comment')
  await comment.fill('Half a review')
  await endOtherSessions(customer)
  // The page reads the session again, because it is older than five minutes.
  await page.clock.fastForward('06:00')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expectToast(page, 'Please, Login again')
  await expect(page).toHaveURL('/login')
  await signInOnPage(page, customer)
  await expect(page).toHaveURL('/dashboard/addReview')
  await expect(comment).toHaveValue('Half a review')
})

test.describe('a shop whose calls fail', () => {
  test.use({ expectedErrors: [/status of (40\d|500)|^CallError/] })

  test('offers a retry for the session, stays signed in if sign-out fails, and reports an ended session', async ({
    page,
  }) => {
    await signUpCustomer(page)
    // The page shows status 400 immediately, but first retries 429 and 500 for some seconds.
    await page.route('**/api/auth/get-session', (route) => route.fulfill({ status: 400 }))
    await page.goto('/dashboard/addReview')
    const retryButton = page.getByRole('button', { name: 'Try Again' })
    await expect(retryButton).toBeVisible()
    await expect(page).toHaveURL('/dashboard/addReview')
    await page.unroute('**/api/auth/get-session')
    await retryButton.click()
    await expect(page.getByLabel('Comment')).toBeVisible()

    await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 500 }))
    await getNavigation(page).getByRole('button', { name: 'Logout' }).click()
    await expectToast(page, 'You are still signed in')
    await expect(page).toHaveURL('/dashboard/addReview')
    await page.unroute('**/api/auth/sign-out')

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.setItem('accessToken', 'x'.repeat(43)))
    const requestedPaths: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // The counts in the tabs request one row.
      if (searchParams.get('size') !== '1') requestedPaths.push(pathname)
    })
    await page.getByRole('link', { name: 'My Orders' }).click()
    await expectToast(page, 'Please, Login again')
    await expect(page).toHaveURL('/login')
    expect(requestedPaths.filter((path) => path === '/myOrders')).toHaveLength(1)
    expect(requestedPaths).toContain('/api/auth/get-session')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })
})

test('stores the token as accessToken, renews it silently and sends it with calls', async ({
  page,
}) => {
  const authorizationByPath = new Map<string, string | undefined>()
  page.on('request', (request) => {
    authorizationByPath.set(new URL(request.url()).pathname, request.headers().authorization)
  })
  const readToken = () => page.evaluate(() => localStorage.getItem('accessToken'))
  // The session call from before the login gets its response after the login.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/auth/get-session', async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response }).catch(() => {})
  })
  await page.goto('/login')
  const exchanged = page.waitForResponse(/\/user\//)
  await signUp(page, generateNewUser())
  await exchanged
  release()
  await expect(page).toHaveURL('/')
  await expect(getNavigation(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await page.unroute('**/api/auth/get-session')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => authorizationByPath.has('/reviews')).toBe(true)
  const firstToken = await readToken()
  expect(firstToken).toMatch(/^[\w-]{43}$/)

  await page.evaluate(() => localStorage.setItem('accessToken', 'x'.repeat(43)))
  await getNavigation(page).getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByText('No orders yet')).toBeVisible()
  expect(await readToken()).toMatch(/^(?!x{43})[\w-]{43}$/)
  // Calls that are refused after the renewal renew the token again.
  const sendsStoredToken = async () =>
    authorizationByPath.get('/myOrders') === `Bearer ${await readToken()}`
  await expect.poll(sendsStoredToken).toBe(true)

  const part = await findPartFromEnd(page, 3)
  await navigateInApp(page, `/purchase/${part._id}`)
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  for (const path of ['/reviews', `/parts/${part._id}`]) {
    expect(authorizationByPath.has(path), path).toBe(true)
    expect(authorizationByPath.get(path), path).toBeUndefined()
  }

  await page.context().clearCookies()
  await getNavigation(page).getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'No user is logged in')
  await expect(page).toHaveURL('/login')
})

/** Navigates within the app, without a page load. */
async function navigateInApp(page: Page, path: string) {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
}

async function logOut(page: Page) {
  await getNavigation(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
}

/** Signs the customer in on another device, and out on all others. */
async function endOtherSessions(customer: Customer) {
  const device = await signInElsewhere(customer)
  const headers = await fetchTokenHeader({ request: device }, customer.email)
  const response = await device.delete('/api/account/sessions', { headers })
  expect(await response.json()).toEqual({ endedCount: 1 })
  await device.dispose()
}

/** Deletes the cookies and the token, as if the session had expired. */
async function clearSession(page: Page) {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('accessToken'))
}

function getNavigation(page: Page) {
  return page.getByRole('navigation', { name: 'Main' })
}
