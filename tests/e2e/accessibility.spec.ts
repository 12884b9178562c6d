import type { Page } from '@playwright/test'
import {
  expectAccessible,
  expectFitsLargeFont,
  expectNoSidewaysScroll,
} from './support/accessibility.ts'
import {
  expect,
  findPartFromEnd,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
  test,
  waitForHydration,
} from './support/shop.ts'

// Other files check the pages whose lists and forms they use: part-search, part-page, overview, admins-and-products,
// stock, import, people, manage-reviews, palette and invoices.spec.ts (dialogs).

test.use({ expectedErrors: [/status of 40[14]/] })

test.describe('axe reports no violations and no page scrolls sideways at 320 pixels', () => {
  test('on the home page with form errors, and on the blogs page with the menu open', async ({
    page,
  }) => {
    await page.goto('/#contact-us')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Please Comment')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.click()
    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('link', { name: 'Blogs' }).click()
    await expectHeading(page, 'Blogs')
    await menu.click()
    await expectAccessible(page)
  })

  test('on the login page with form errors, and on the sign-in pages it links to', async ({
    page,
  }) => {
    await page.goto('/login?error=access_denied')
    await expect(page.locator('.auth-error')).toBeVisible()
    await expectAccessible(page)
    const form = page.getByRole('main').locator('form')
    await page.getByRole('group').getByRole('button', { name: 'Sign Up' }).click()
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('User Name required')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('group').getByRole('button', { name: 'Login' }).click()
    await page.getByRole('link', { name: 'Sign in with a code by SMS' }).click()
    await expect(page).toHaveURL('/login/phone')
    await expectAccessible(page)
    await page.goBack()
    await page.getByRole('link', { name: /forgot/i }).click()
    await expect(page).toHaveURL('/login/forgot')
    await expectAccessible(page)
  })

  test('on the pages that mails link to, and on the Not Found page', async ({ page }) => {
    for (const path of [
      '/login/reset?token=x',
      '/login/code',
      '/confirm-email?token=x',
      '/no/such/page',
    ]) {
      await page.goto(path)
      await waitForHydration(page)
      await expectAccessible(page)
    }
  })

  test('on customer screens up to the payment of an order', async ({ page }) => {
    const part = await findPartFromEnd(page, 1)
    await signUpCustomer(page)
    await page.goto('/dashboard')
    await expectScreen(page, 'My Profile')
    await expectAccessible(page)
    await expectFitsLargeFont(page)
    await page.getByRole('link', { name: 'Update' }).click()
    await expect(page).toHaveURL('/dashboard/profileUpdate')
    await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
    await expectAccessible(page)
    for (const name of ['Add A Review', 'Sign-in & Security']) {
      await openDashboardScreen(page, name)
      await expectAccessible(page)
      await expectFitsLargeFont(page)
    }
    await page.goto(`/purchase/${part._id}`)
    await page.getByLabel('Phone').fill('1')
    await page.getByLabel('Address').fill('Here')
    await expectNoSidewaysScroll(page)
    await expectFitsLargeFont(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible()
    await expectAccessible(page)
    await expectFitsLargeFont(page)
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.locator('iframe').first()).toBeVisible()
    await expectAccessible(page)
    await expectFitsLargeFont(page)
  })

  test('on staff screens with the drawer open', async ({ page }) => {
    const customer = await signUpCustomer(page)
    await placeOrder(page, customer, await findPartFromEnd(page, 1))
    await signInAsStaff(page)
    // One row is enough: all rows have the same structure.
    await page.goto(`/dashboard/manageOrders?search=${customer.email}`)
    await expect(page.locator('tr[data-order]')).toHaveCount(1)
    await expectNoSidewaysScroll(page)
    await expectFitsLargeFont(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: 'Dashboard' }).click()
    const drawer = page.getByRole('dialog', { name: 'Dashboard' })
    await expect(drawer).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('link', { name: 'Add A Product' }).click()
    await expectScreen(page, 'Add A Product')
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectFitsLargeFont(page)
  })
})

/** Opens a dashboard screen from the menu. */
async function openDashboardScreen(page: Page, name: string) {
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name, exact: true })
    .click()
  await expectScreen(page, name)
}

/** Waits until a screen and its data have loaded. */
async function expectScreen(page: Page, name: string) {
  await expectHeading(page, name)
  await expect(page.getByText('Please wait, Loading ...')).toHaveCount(0)
}

async function expectHeading(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
