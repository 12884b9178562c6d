import type { Locator, Page } from '@playwright/test'
import { reach } from './keys.ts'
import { book, enterAsStaff, expect, fillCard, newcomer, partFromTheEnd, test } from './shop.ts'

test('a dealer gets from the home page to a paid order and a review without a mouse', async ({
  page,
}) => {
  const who = newcomer()
  await page.goto('/')
  await press(page, page.getByRole('link', { name: 'Book Now' }).first())
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

test('a customer signs in with Google and cancels an order without a mouse or losing the focus', async ({
  page,
}) => {
  const who = newcomer()
  await page.goto('/login')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    press(page, page.getByRole('button', { name: 'Continue With Google' })),
  ])
  await popup.waitForURL(/google/)
  await type(popup, popup.getByLabel('Email'), who.email)
  await type(popup, popup.getByLabel('Name'), who.name)
  await popup.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  await book(page, { ...who, headers }, await partFromTheEnd(page, 13))
  await press(page, page.getByRole('link', { name: 'Dashboard' }))
  await press(page, page.getByRole('link', { name: 'My Orders' }))
  const cancel = page.getByRole('button', { name: 'Cancel Order' })
  await press(page, cancel)
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Yes, Cancel' }))
  await expect(page.getByText('Order canceled successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('staff add a product without a mouse', async ({ page }) => {
  const headers = await enterAsStaff(page)
  await page.goto('/dashboard/addProduct')
  await type(page, page.getByLabel('Product Name'), `Keyboard spacer ${Date.now()}`)
  await type(page, page.getByLabel('Per Unit Price'), '0.35')
  await type(page, page.getByLabel('Minimum Order Quantity'), '100')
  await type(page, page.getByLabel('Available Quantity'), '5000')
  await type(page, page.getByLabel('Description'), 'A spacer of 1 mm.')
  await type(page, page.getByLabel('Image URL'), '/drawings/house/phantom-chainring.svg')
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === '/parts'),
    press(page, page.getByRole('button', { name: 'Add Product' })),
  ])
  await expect(page.getByText('Product Added successfully')).toBeVisible()
  await expect(page.getByLabel('Product Name')).toBeFocused()

  // Leaves the catalogue to the other journeys as it was.
  const { insertedId } = await answer.json()
  const removed = await page.request.delete(`/part/${insertedId}`, { headers })
  expect(removed.status()).toBe(200)
})

async function press(page: Page, target: Locator) {
  await reach(page, target)
  await page.keyboard.press('Enter')
}

async function type(page: Page, target: Locator, text: string) {
  await reach(page, target)
  await page.keyboard.type(text)
}
