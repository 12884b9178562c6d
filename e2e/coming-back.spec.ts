import type { Page } from '@playwright/test'
import { awake } from './awake.ts'
import { hold } from './hold.ts'
import { admin, arrive, expect, logIn, newcomer, partFromTheEnd, signUp, test } from './shop.ts'

// Whoever is no longer known is answered 401, which the console says.
test.use({ expectedErrors: [/status of 40[134]/] })

const customersScreens = [
  '/dashboard',
  '/dashboard/profileUpdate',
  '/dashboard/myOrders',
  '/dashboard/addReview',
  '/dashboard/account',
  '/dashboard/order/01900000-0000-7000-8000-000000000000',
  '/dashboard/payment/01900000-0000-7000-8000-000000000000',
  '/purchase/01900000-0000-7000-8000-000000000000',
]
const staffsScreens = [
  '/dashboard/manageOrders',
  '/dashboard/addProduct',
  '/dashboard/makeAdmin',
  '/dashboard/manageProducts',
]

test('whoever is signed out is sent to the login from every screen of the dashboard', async ({
  page,
}) => {
  for (const path of [...customersScreens, ...staffsScreens]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
  }
})

for (const path of staffsScreens) {
  test(`a customer who goes to ${path} is signed out, told to login again and sent to the login`, async ({
    page,
  }) => {
    await arrive(page)
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Please, Login again')).toBeVisible()
    await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible()
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
  })
}

test('after the login one is back at the page that one came from', async ({ page }) => {
  await page.goto('/blogs')
  await bar(page).getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await signUp(page, newcomer())
  await expect(page).toHaveURL('/blogs')
})

test('after the login one is back at the screen that asked for it', async ({ page }) => {
  await page.goto('/dashboard/myOrders')
  await expect(page).toHaveURL('/login')
  await signUp(page, newcomer())
  await expect(page).toHaveURL('/dashboard/myOrders')
})

test('whoever came to the login by himself is home after it', async ({ page }) => {
  await page.goto('/login')
  await logIn(page, admin)
  await expect(page).toHaveURL('/')
})

for (const foreign of [
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
]) {
  test(`an address that is not the shop's is never returned to: ${foreign}`, async ({ page }) => {
    await page.goto('/login')
    await page.evaluate((path) => sessionStorage.setItem('returnAddress', path), foreign)
    await logIn(page, admin)
    await expect(page).toHaveURL('/')
  })
}

test('whoever has to login in the middle of an order finds it as it was typed', async ({
  page,
}) => {
  const dealer = await arrive(page)
  const part = await partFromTheEnd(page, 2)
  await page.goto(`/purchase/${part._id}`)
  const quantity = String(part.minimumOrder + 7)
  await page.getByLabel('Order Quantity').fill(quantity)
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  await page.getByLabel('Address').fill('12 Allen Avenue, Lagos')
  await loseSession(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Please, Login again')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await logIn(page, dealer)
  await expect(page).toHaveURL(`/purchase/${part._id}`)
  await expect(page.getByLabel('Order Quantity')).toHaveValue(quantity)
  await expect(page.getByLabel('Phone')).toHaveValue('+234 1 555 0100')
  await expect(page.getByLabel('Address')).toHaveValue('12 Allen Avenue, Lagos')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Product Booking Successful')).toBeVisible()
})

test('an order that is placed after one has walked on does not stand there again, and nobody is led away', async ({
  page,
}) => {
  await arrive(page)
  const part = await partFromTheEnd(page, 4)
  await page.goto(`/purchase/${part._id}`)
  await page.getByLabel('Order Quantity').fill(String(part.minimumOrder + 7))
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  await page.getByLabel('Address').fill('12 Allen Avenue, Lagos')
  const answer = await hold(page, '/booking')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('button', { name: 'Placing your order …' })).toBeVisible()
  await bar(page).getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveURL('/blogs')
  answer()
  await expect(page.getByText('Product Booking Successful')).toBeVisible()
  await expect(page).toHaveURL('/blogs')
  await page.goto(`/purchase/${part._id}`)
  await expect(page.getByLabel('Order Quantity')).toHaveValue(String(part.minimumOrder))
  await expect(page.getByLabel('Phone')).toHaveValue('+234 1 555 0100')
})

test('whoever logs out leaves nothing that he typed behind', async ({ page }) => {
  const dealer = await arrive(page)
  await page.goto('/dashboard/addReview')
  await page.getByLabel('Comment').fill('Half a thought')
  await bar(page).getByRole('link', { name: 'Home' }).click()
  await page.locator('#contact-us').getByLabel('Comment').fill('For nobody else to read')
  await page.reload()
  await expect(page.locator('#contact-us').getByLabel('Comment')).toHaveValue(/^For nobody/)
  await bar(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, dealer)
  await expect(page).toHaveURL('/')
  await expect(page.locator('#contact-us').getByLabel('Comment')).toHaveValue('')
  await page.goto('/dashboard/addReview')
  await expect(page.getByLabel('Comment')).toHaveValue('')
})

test('a session that has ended elsewhere is told at the next call, after one silent try', async ({
  page,
}) => {
  await arrive(page)
  await page.goto('/')
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('accessToken', 'x'.repeat(43)))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.evaluate(() => history.pushState(null, '', '/dashboard/myOrders'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(page.getByText('Please, Login again')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(asked.filter((path) => path === '/myOrders')).toHaveLength(1)
  expect(asked).toContain('/api/auth/get-session')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('whoever is answered 403 is signed out and told to login again', async ({ page }) => {
  await arrive(page)
  await page.route('**/myOrders?*', (route) =>
    route.fulfill({ status: 403, json: { title: 'No.', status: 403, code: 'email_foreign' } }),
  )
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText('Please, Login again')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})

test('logging out when nobody is logged in any more says so', async ({ page }) => {
  await arrive(page)
  await page.goto('/')
  await expect(bar(page).getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.context().clearCookies()
  await bar(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('No user is logged in')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('the token is kept as accessToken and goes along with the calls that are not plain', async ({
  page,
}) => {
  await page.goto('/login')
  await signUp(page, newcomer())
  await expect(page).toHaveURL('/')
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  expect(token).toMatch(/^[\w-]{43}$/)

  const part = await partFromTheEnd(page, 3)
  const sent = new Map<string, string | undefined>()
  page.on('request', (request) => {
    sent.set(new URL(request.url()).pathname, request.headers().authorization)
  })
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText('No orders yet')).toBeVisible()
  await page.goto(`/purchase/${part._id}`)
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  await page.goto('/blogs')
  await awake(page)
  await bar(page).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(sent.get('/myOrders')).toBe(`Bearer ${token}`)
  expect(sent.has('/reviews')).toBe(true)
  expect(sent.get('/reviews')).toBeUndefined()
  expect(sent.has(`/parts/${part._id}`)).toBe(true)
  expect(sent.get(`/parts/${part._id}`)).toBeUndefined()
})

/** The session runs out: neither cookie nor token is there any more. */
async function loseSession(page: Page) {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('accessToken'))
}

function bar(page: Page) {
  return page.getByRole('navigation', { name: 'Main' })
}
