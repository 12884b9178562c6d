import type { Locator, Page } from '@playwright/test'
import { reach } from '../support/keys.ts'
import { expect, fillCard, newcomer, partFromTheEnd, test } from '../support/shop.ts'

// Staff: managing.spec.ts; a provider's window: providers.spec.ts; a question: booking.spec.ts.
test('a dealer gets from a part’s page to a paid order and a review without a mouse', async ({
  page,
}) => {
  const who = newcomer()
  const part = await partFromTheEnd(page, 13)
  await page.goto(`/allParts/${part._id}`)
  await press(page, page.getByRole('link', { name: 'Book Now', exact: true }))
  await expect(page).toHaveURL('/login')

  await press(page, page.getByRole('main').getByRole('button', { name: 'Sign Up' }).first())
  await type(page, page.getByLabel('Name'), who.name)
  await type(page, page.getByLabel('Email'), who.email)
  await type(page, page.getByLabel('Password'), who.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/purchase\//)

  await type(page, page.getByLabel('Phone'), '+49 40 5550 120')
  await type(page, page.getByLabel('Address'), 'Werftstrasse 8, 20457 Hamburg')
  await press(page, page.getByRole('button', { name: 'Place Order' }))
  await expect(page).toHaveURL('/dashboard/myOrders')

  await press(page, page.getByRole('link', { name: 'Pay Now' }))
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await fillCard(page, '4242424242424242')
  await press(page, page.getByRole('button', { name: 'Pay', exact: true }))
  await expect(page.getByText('The payment done successfully')).toBeVisible()

  await press(page, page.getByRole('link', { name: 'Add A Review' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add A Review')
  await type(page, page.getByLabel('Comment'), 'Came as drawn.')
  await reach(page, page.getByRole('radio', { name: '3 stars' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
  await press(page, page.getByRole('button', { name: 'Submit' }))
  await expect(page.getByText('Review added successfully')).toBeVisible()

  await press(page, page.getByRole('button', { name: 'Logout' }))
  await expect(page).toHaveURL('/login')
})

async function press(page: Page, target: Locator) {
  await reach(page, target)
  await page.keyboard.press('Enter')
}

async function type(page: Page, target: Locator, text: string) {
  await reach(page, target)
  await page.keyboard.type(text)
}
