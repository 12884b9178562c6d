import type { Locator, Page } from '@playwright/test'
import { tabTo } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import { fillCard, findPartFromEnd, generateNewUser } from '../support/users-and-orders.ts'

// More keyboard tests: admins-and-products.spec.ts, provider-sign-in.spec.ts and purchase-page.spec.ts (dialog).
test('a customer signs up, orders, pays and reviews by keyboard', async ({ page }) => {
  const user = generateNewUser()
  const part = await findPartFromEnd(page, 13)
  await page.goto(`/allParts/${part._id}`)
  const bookNow = page.getByRole('link', { name: 'Book Now', exact: true })
  await tabTo(page, bookNow)
  await expect(bookNow).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')

  await pressEnterOn(page, page.getByRole('main').getByRole('button', { name: 'Sign Up' }).first())
  await typeInto(page, page.getByLabel('Name'), user.name)
  await typeInto(page, page.getByLabel('Email'), user.email)
  await typeInto(page, page.getByLabel('Password'), user.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/purchase/${part._id}`)
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('link').last()).toHaveAttribute('href', `/allParts/${part._id}`)

  await typeInto(page, page.getByLabel('Phone'), '+49 40 5550 120')
  await typeInto(page, page.getByLabel('Address'), 'Werftstrasse 8, 20457 Hamburg')
  await pressEnterOn(page, page.getByRole('button', { name: 'Place Order' }))
  await expect(page).toHaveURL('/dashboard/myOrders')

  await pressEnterOn(page, page.getByRole('link', { name: 'Pay Now' }))
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await expect(page.locator('.dash-main')).toBeFocused()
  await fillCard(page, '4242424242424242')
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await expect(pay).toBeEnabled()
  await pressEnterOn(page, pay)
  await expect(page.getByText('The payment done successfully')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'The payment done' })).toBeFocused()

  await pressEnterOn(page, page.getByRole('link', { name: 'Add A Review' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add A Review')
  await typeInto(page, page.getByLabel('Comment'), 'Came as drawn.')
  await tabTo(page, page.getByRole('radio', { name: '3 stars' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
  await pressEnterOn(page, page.getByRole('button', { name: 'Submit' }))
  await expectToast(page, 'Review added successfully')

  await pressEnterOn(page, page.getByRole('button', { name: 'Logout' }))
  await expect(page).toHaveURL('/login')
})

async function pressEnterOn(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  // This sends one event instead of three for each character.
  await page.keyboard.insertText(text)
}
