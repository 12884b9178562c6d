import type { Locator, Page } from '@playwright/test'
import { holdRequests, matchPath } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import {
  generateNewUser,
  getStaffHeaders,
  type Part,
  payOrder,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

// The console reports the broken picture.
test.use({ expectedErrors: [/Failed to load resource/] })

// Only this test blocks the query string, so the picture loads in other tests.
const brokenPicture = '/drawings/FH-10110-7.svg?blocked'
const BROKEN = '**/*?blocked'
const longName = `😀 ${'N'.repeat(110)}`
const longNumber = `${'S'.repeat(47)}${Date.now()}`
const oddPart: Omit<Part, '_id'> = {
  name: longName,
  description: 'D'.repeat(300),
  img: brokenPicture,
  price: 8.4,
  availableQuantity: 5000,
  minimumOrder: 1,
}

test.beforeEach(({ page }) => page.route(BROKEN, (route) => route.abort()))

test('long names of a part and a client and a long part number do not widen a screen, and a placeholder replaces a broken picture', async ({
  page,
}) => {
  const part = { ...oddPart, _id: await addPart(page, { ...oddPart, sku: longNumber }) }
  const client = 'W'.repeat(75)
  const customer = await signUpCustomer(page, { ...generateNewUser(), name: client })
  const order = await placeOrder(page, customer, part)
  await openPartsWith(page, part)
  await page.locator('#links').getByRole('link', { name: 'Dashboard' }).click()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'My Orders' }).click()
  await expectNoOverflow(page, 'My Orders')
  await expectPlaceholderIn(page.locator('main .table'))
  await page.locator('main').getByText(longName).click()
  await expect(page).toHaveURL(`/dashboard/order/${order}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Order FH-/ })).toBeVisible()
  await expectNoOverflow(page, 'the order')
  await page.getByRole('link', { name: 'Pay Now' }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${order}`)
  await expect(page.getByText('Please pay for your booking.')).toBeVisible()
  await expectNoOverflow(page, 'the payment')
  await page.goto(`/purchase/${part._id}`)
  await expectNoOverflow(page, 'the purchase')
  // The first picture is only visible on small screens.
  await page.setViewportSize({ width: 320, height: 900 })
  await expectPlaceholder(page.getByRole('main').locator('img').first())
  await payOrder(page, customer, order)
  const shipment = { data: { carrier: 'C'.repeat(60) }, headers: await getStaffHeaders() }
  expect((await page.request.patch(`/shipped/${order}`, shipment)).ok()).toBe(true)
  await page.goto('/dashboard/myOrders')
  await expectNoOverflow(page, 'the shipped order')

  await payOrder(page, customer, await placeOrder(page, customer, part))
  const unpaid = await placeOrder(page, customer, part)
  await page.unroute(BROKEN)
  await page.evaluate(() => localStorage.clear())
  // Ends the customer's requests, which would otherwise carry the staff's cookies.
  await page.goto('about:blank')
  await signInAsStaff(page)
  await expectNoOverflowOfOverview(page, client)
  await page.goto(`/dashboard/order/${unpaid}`)
  await expect(page.getByText(`Reserved for ${client}`)).toBeVisible()
  await expectNoOverflow(page, 'the order of the client')
  await page.goto(`/dashboard/makeAdmin?search=${customer.email}`)
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(page.getByRole('link', { name: customer.email })).toBeVisible()
  await expect.poll(() => readOverflow(page), 'Make Admin').toBe(0)
})

test('long emails and names without spaces do not widen the account, a sign-in page or the review form', async ({
  page,
}) => {
  const email = `${'e'.repeat(50)}-${Date.now()}@zweiradwerkstattschneider.example`
  const user = { ...generateNewUser(), name: 'W'.repeat(100), email }
  await signUpCustomer(page, user, { emailConfirmed: false })
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Send Confirmation Email Again' }).click()
  await expectNoOverflow(page, 'the account', `sent an email to ${email}`)
  await page.goto('/dashboard/addReview')
  await expectNoOverflow(page, 'the review form', user.name)
  await page.context().clearCookies()
  await page.goto('/login/forgot')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expectNoOverflow(page, 'Forgot Password', `an account with ${email}`)
})

test('replaces a picture that failed before hydration', async ({ page }) => {
  await page.route('**/drawings/FH-*', (route) => route.abort())
  const releaseScripts = await holdRequests(page, /\/assets\/entry-client[^/]*\.js$/)
  await page.goto('/allParts?search=hanger', { waitUntil: 'commit' })
  const picture = page.locator('.cell img').first()
  const failed = () =>
    picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth === 0)
  await expect.poll(failed).toBe(true)
  releaseScripts()
  await expectPlaceholder(picture)
})

/** Adds a part without the UI. Returns its ID. */
async function addPart(
  { request }: Page,
  data: Omit<Part, '_id'> & { sku: string },
): Promise<string> {
  const headers = await getStaffHeaders()
  return (await (await request.post('/parts', { data, headers })).json()).insertedId
}

/** Opens the public lists with only this part in them. */
async function openPartsWith(page: Page, part: Part) {
  await page.goto('/blogs')
  await waitForHydration(page)
  await page.route(matchPath('/parts'), (route) =>
    route.fulfill({ json: [part], headers: { 'X-Total-Count': '1' } }),
  )
  for (const name of ['Home', 'Bicycle Parts']) {
    await page.locator('#links').getByRole('link', { name }).click()
    await expectNoOverflow(page, name)
    await expectPlaceholderIn(page.locator('.cell'))
  }
  await expect(page.getByText(longNumber)).toBeVisible()
  await expectNoOverflow(page, 'Bicycle Parts with the part number')
  await page.unroute(matchPath('/parts'))
}

/** Other orders may be older than the client's, so all unshipped orders get the client's name. */
async function expectNoOverflowOfOverview(page: Page, client: string) {
  await page.route(matchPath('/api/overview'), async (route) => {
    const response = await route.fetch()
    const overview = await response.json()
    for (const order of overview.waiting) order.name = client
    await route.fulfill({ response, json: overview })
  })
  await page.goto('/dashboard/overview')
  await expect(page.getByRole('link', { name: client }).first()).toBeVisible()
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => readOverflow(page), `the overview at ${width} px`).toBe(0)
  }
}

async function expectNoOverflow(page: Page, screenName: string, text = longName) {
  await expect(page.getByText(text).first(), screenName).toBeVisible()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => readOverflow(page), screenName).toBe(0)
  }
}

const readOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function expectPlaceholderIn(list: Locator) {
  const img = list.locator('img')
  // The image may be replaced while it scrolls into view.
  await expect(() => img.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass()
  await expectPlaceholder(img)
}

async function expectPlaceholder(img: Locator) {
  await expect(img).toHaveAttribute('src', /\/phantom-/)
  await expect
    .poll(() => img.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}
