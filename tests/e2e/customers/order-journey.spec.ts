import { waitForMail } from '../support/inbox.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  confirmEmail,
  fillCard,
  generateNewUser,
  openOtherBrowser,
  signInAsStaff,
  signUp,
} from '../support/users-and-orders.ts'

// The console reports the 402 of a declined card.
test.use({ expectedErrors: [/status of 402/] })

test('a visitor signs up, books a part and pays with a second card; staff ship the order', async ({
  page,
  browser,
  request,
}) => {
  const dealer = generateNewUser()
  const releaseCode = await holdRequests(page, /\/dashboard-layout-[^/]*\.js$/)

  await test.step('opens the home page', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Bicycle Parts' })).toBeVisible()
  })

  await test.step('must sign in, signs up and returns to the part', async () => {
    await page.locator('.cell').nth(1).getByRole('link', { name: 'Book Now' }).click()
    await expect(page).toHaveURL(/\/login/)
    await signUp(page, dealer)
    await expect(page).toHaveURL(/\/purchase\//)
    // The sign-up form, which has fields with the same labels, stays until the purchase code is loaded.
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue(dealer.name)
    await expect(page.getByLabel('Email')).toHaveValue(dealer.email)
  })

  const partName = await page.getByRole('heading', { level: 1 }).innerText()

  await test.step('books with a double click, which places one order, also while the next screen loads', async () => {
    await page.getByLabel('Phone').fill('+49 40 5550 120')
    await page.getByLabel('Address').fill('Werftstrasse 8, 20457 Hamburg')
    await page.getByRole('button', { name: 'Place Order' }).dblclick()
    await expectToast(page, 'Product Booking Successful')
    await page.locator('form.order-form [type=submit]').dispatchEvent('click')
    await expect(page.locator('form.order-form [type=submit]')).toBeDisabled()
    releaseCode()
    await expect(page).toHaveURL('/dashboard/myOrders')
    await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(1)
    await expect(page.getByRole('main')).toContainText(partName)
  })

  await test.step('receives the confirmation mail and confirms the email', async () => {
    await waitForMail(request, dealer.email, /^Confirm your email to keep your order/)
    await expect(page.getByRole('region', { name: 'Confirm your email' })).toBeVisible()
    await confirmEmail(page)
  })

  await test.step('has one card declined', async () => {
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${dealer.name}`)
    await fillCard(page, '4000000000000002')
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByText('Your card was declined.')).toBeVisible()
  })

  await test.step('pays with another card', async () => {
    await fillCard(page, '4242424242424242')
    await page.getByRole('button', { name: /^Pay \$/ }).dblclick()
    await expect(page.getByText('The payment done successfully')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/pi_\w+/)
    await page.getByRole('status').getByRole('link', { name: 'My Orders' }).click()
    await expect(page.getByRole('main').getByText('Paid').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  })

  await test.step('staff ship the order', async () => {
    const staff = await openOtherBrowser(browser)
    await signInAsStaff(staff)
    await staff.goto(`/dashboard/manageOrders?search=${dealer.email}`)
    const order = staff.locator('tr[data-order]')
    await order.getByRole('button', { name: 'Ship Order' }).click()
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Ship Order' }).click()
    await expectToast(staff, 'Status Changed successfully')
    await expect(order).toContainText('Shipped')
    await expect(order.getByRole('button', { name: 'Ship Order' })).toHaveCount(0)
    await staff.context().close()
  })

  await test.step('sees the shipped order and logs out', async () => {
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: partName })).toContainText('Shipped')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  })
})
