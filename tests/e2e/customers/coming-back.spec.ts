import type { Page } from '@playwright/test'
import { hold } from '../support/hold.ts'
import { arrive, expect, logIn, newcomer, partFromTheEnd, signUp, test } from '../support/shop.ts'

// Whoever is no longer known is answered 401, which the console says.
test.use({ expectedErrors: [/status of 40[134]/] })

test('a login leads back to the page that asked for it, with the order that was typed there, or home; a customer on a staff screen is signed out and asked for a login', async ({
  page,
}) => {
  const dealer = newcomer()
  await page.goto('/dashboard/myOrders')
  await expect(page).toHaveURL('/login')
  await signUp(page, dealer)
  await expect(page).toHaveURL('/dashboard/myOrders')
  await logOut(page)

  await bar(page).getByRole('link', { name: 'Blogs' }).click()
  await bar(page).getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, dealer)
  await expect(page).toHaveURL('/blogs')
  await logOut(page)

  await page.evaluate(() => sessionStorage.setItem('returnAddress', '//elsewhere.example'))
  await logIn(page, dealer)
  await expect(page).toHaveURL('/')

  const part = await partFromTheEnd(page, 2)
  await walkTo(page, `/purchase/${part._id}`)
  const quantity = String(part.minimumOrder + 7)
  await page.getByLabel('Order Quantity').fill(quantity)
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  await page.getByLabel('Address').fill('12 Allen Avenue, Lagos')
  await loseSession(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  const again = page.locator('.Toastify__toast', { hasText: 'Please, Login again' })
  await again.getByRole('button', { name: 'Close' }).click()
  await expect(again).toHaveCount(0)
  await expect(page).toHaveURL('/login')
  await logIn(page, dealer)
  await expect(page).toHaveURL(`/purchase/${part._id}`)
  await expect(page.getByLabel('Order Quantity')).toHaveValue(quantity)
  await expect(page.getByLabel('Phone')).toHaveValue('+234 1 555 0100')
  await expect(page.getByLabel('Address')).toHaveValue('12 Allen Avenue, Lagos')

  // The response must not navigate: the customer has opened another page meanwhile.
  const answer = await hold(page, '/booking')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('button', { name: 'Placing your order …' })).toBeVisible()
  await bar(page).getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveURL('/blogs')
  answer()
  await expect(page.getByText('Product Booking Successful')).toBeVisible()
  await expect(page).toHaveURL('/blogs')
  await page.goBack()
  await expect(page.getByLabel('Order Quantity')).toHaveValue(String(part.minimumOrder))
  await expect(page.getByLabel('Phone')).toHaveValue('+234 1 555 0100')

  await walkTo(page, '/dashboard/manageOrders')
  await expect(page).toHaveURL('/login')
  await expect(again).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible()
  const session = async () => (await page.request.get('/api/auth/get-session')).json()
  await expect.poll(session).toBeNull()
})

test.describe('while the shop is in trouble', () => {
  test.use({ expectedErrors: [/status of (40\d|500)|^CallError/] })

  test('offers a retry in place of the login, and reports a session that has ended elsewhere at the next call, after one silent try', async ({
    page,
  }) => {
    await arrive(page)
    // Unlike 429 and 500, which the page first retries for some seconds.
    await page.route('**/api/auth/get-session', (route) => route.fulfill({ status: 400 }))
    await page.goto('/dashboard/addReview')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expect(page).toHaveURL('/dashboard/addReview')
    await page.unroute('**/api/auth/get-session')
    await again.click()
    await expect(page.getByLabel('Comment')).toBeVisible()

    await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 500 }))
    await bar(page).getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('You are still signed in')).toBeVisible()
    await expect(page).toHaveURL('/dashboard/addReview')
    await page.unroute('**/api/auth/sign-out')

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.setItem('accessToken', 'x'.repeat(43)))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole('link', { name: 'My Orders' }).click()
    await expect(page.getByText('Please, Login again')).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(asked.filter((path) => path === '/myOrders')).toHaveLength(1)
    expect(asked).toContain('/api/auth/get-session')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })
})

test('stores the token as accessToken, also on a slow line, renews it silently, and sends it with the calls that are not plain', async ({
  page,
}) => {
  const sent = new Map<string, string | undefined>()
  page.on('request', (request) => {
    sent.set(new URL(request.url()).pathname, request.headers().authorization)
  })
  const token = () => page.evaluate(() => localStorage.getItem('accessToken'))
  // The look at the session that went before the login is answered after it.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/auth/get-session', async (route) => {
    const answer = await route.fetch()
    await released
    await route.fulfill({ response: answer }).catch(() => {})
  })
  await page.goto('/login')
  const exchanged = page.waitForResponse(/\/user\//)
  await signUp(page, newcomer())
  await exchanged
  release()
  await expect(page).toHaveURL('/')
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await page.unroute('**/api/auth/get-session')
  await expect(page.getByRole('article').first()).toBeVisible()
  const first = await token()
  expect(first).toMatch(/^[\w-]{43}$/)

  await page.evaluate(() => localStorage.setItem('accessToken', 'x'.repeat(43)))
  await bar(page).getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByText('No orders yet')).toBeVisible()
  expect(await token()).toMatch(/^(?!x{43})[\w-]{43}$/)
  expect(sent.get('/myOrders')).toBe(`Bearer ${await token()}`)

  const part = await partFromTheEnd(page, 3)
  await walkTo(page, `/purchase/${part._id}`)
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  for (const path of ['/reviews', `/parts/${part._id}`]) {
    expect(sent.has(path), path).toBe(true)
    expect(sent.get(path), path).toBeUndefined()
  }

  await page.context().clearCookies()
  await bar(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('No user is logged in')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

/** Goes to an address within the app, without a page load. */
async function walkTo(page: Page, path: string) {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
}

async function logOut(page: Page) {
  await bar(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
}

/** The session runs out: neither cookie nor token is there any more. */
async function loseSession(page: Page) {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('accessToken'))
}

function bar(page: Page) {
  return page.getByRole('navigation', { name: 'Main' })
}
