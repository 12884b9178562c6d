import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { awake } from '../support/awake.ts'
import { arrive, book, enterAsStaff, expect, partFromTheEnd, test } from '../support/shop.ts'

// Other files visit the pages whose lists and forms they use: finding-parts (all parts), part-page, overview, managing,
// stock, importing, people, reviews-managed, palette and invoices.spec.ts (dialogs).

test.use({ expectedErrors: [/status of 40[14]/] })

test.describe('axe finds nothing, and nothing scrolls sideways at 320 pixels', () => {
  test('on the home page with errors in its form, and on the blogs with the menu open', async ({
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
    await heading(page, 'Blogs')
    await menu.click()
    await expectAccessible(page)
  })

  test('on the login with errors in its forms, and on the ways in that it leads to', async ({
    page,
  }) => {
    await page.goto('/login?error=access_denied')
    await expect(page.locator('.red-box')).toBeVisible()
    await expectAccessible(page)
    const form = page.getByRole('main').locator('form')
    await page.getByRole('group').getByRole('button', { name: 'Sign Up' }).click()
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('User Name required')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('group').getByRole('button', { name: 'Login' }).click()
    await page.getByRole('link', { name: 'Sign in with a code by phone' }).click()
    await expect(page).toHaveURL('/login/phone')
    await expectAccessible(page)
    await page.goBack()
    await page.getByRole('link', { name: /forgot/i }).click()
    await expect(page).toHaveURL('/login/forgot')
    await expectAccessible(page)
  })

  test('on the pages that mails lead to, and where there is no page', async ({ page }) => {
    for (const path of [
      '/login/reset?token=x',
      '/login/code',
      '/confirm-email?token=x',
      '/no/such/page',
    ]) {
      await page.goto(path)
      await awake(page)
      await expectAccessible(page)
    }
  })

  test('on a customer’s screens, up to the payment of an order', async ({ page }) => {
    const part = await partFromTheEnd(page, 1)
    await arrive(page)
    await page.goto('/dashboard')
    await screen(page, 'My Profile')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Update' }).click()
    await expect(page).toHaveURL('/dashboard/profileUpdate')
    await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()
    await expectAccessible(page)
    for (const name of ['Add A Review', 'Sign-in & Security']) {
      await place(page, name)
      await expectAccessible(page)
    }
    await page.goto(`/purchase/${part._id}`)
    await page.getByLabel('Phone').fill('1')
    await page.getByLabel('Address').fill('Here')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.locator('iframe').first()).toBeVisible()
    await expectAccessible(page)
  })

  test('on the staff’s screens, with the drawer open', async ({ page }) => {
    const customer = await arrive(page)
    await book(page, customer, await partFromTheEnd(page, 1))
    await enterAsStaff(page)
    // One row shows what all would.
    await page.goto(`/dashboard/manageOrders?search=${customer.email}`)
    await expect(page.getByRole('row').filter({ hasText: customer.email })).toHaveCount(1)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: 'Dashboard' }).click()
    const drawer = page.getByRole('dialog', { name: 'Dashboard' })
    await expect(drawer).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('link', { name: 'Add A Product' }).click()
    await screen(page, 'Add A Product')
    await expectAccessible(page)
  })
})

/** Goes to a screen of the dashboard by its menu. */
async function place(page: Page, name: string) {
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name, exact: true })
    .click()
  await screen(page, name)
}

/** Waits until a screen and its data are there. */
async function screen(page: Page, name: string) {
  await heading(page, name)
  await expect(page.getByText('Please wait, Loading ...')).toHaveCount(0)
}

async function heading(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
