import { confirmEmail } from '../support/confirm-email.ts'
import { hold } from '../support/hold.ts'
import { mailTo } from '../support/post.ts'
import { enterAsStaff, expect, fillCard, newcomer, signUp, test } from '../support/shop.ts'

// A declined card answers 402, which the console says.
test.use({ expectedErrors: [/status of 402/] })

test('a stranger looks at parts, signs up, books one, is refused with one card and pays with another; staff ship it', async ({
  page,
  browser,
  request,
}) => {
  const dealer = newcomer()
  const codeComes = await hold(page, /\/dashboard-page-[^/]*\.js$/)

  await test.step('looks at parts', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Bicycle Parts' })).toBeVisible()
  })

  await test.step('is asked to sign in, signs up, and is back at the part', async () => {
    await page.locator('.cell').nth(1).getByRole('link', { name: 'Book Now' }).click()
    await expect(page).toHaveURL(/\/login/)
    await signUp(page, dealer)
    await expect(page).toHaveURL(/\/purchase\//)
    await expect(page.getByLabel('Name')).toHaveValue(dealer.name)
    await expect(page.getByLabel('Email')).toHaveValue(dealer.email)
  })

  const partName = await page.getByRole('heading', { level: 1 }).innerText()

  await test.step('books with a double click, which makes one order, also while the next screen is on its way', async () => {
    await page.getByLabel('Phone').fill('+49 40 5550 120')
    await page.getByLabel('Address').fill('Werftstrasse 8, 20457 Hamburg')
    await page.getByRole('button', { name: 'Place Order' }).dblclick()
    await expect(page.getByText('Product Booking Successful')).toBeVisible()
    await page.locator('form.order-form [type=submit]').dispatchEvent('click')
    await expect(page.locator('form.order-form [type=submit]')).toBeDisabled()
    codeComes()
    await expect(page).toHaveURL('/dashboard/myOrders')
    await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(1)
    await expect(page.getByRole('main')).toContainText(partName)
  })

  await test.step('finds the mail that asks to confirm the email, and confirms it', async () => {
    await mailTo(request, dealer.email, /^Confirm your e-mail to keep your order/)
    await expect(page.getByRole('region', { name: 'Confirm your email' })).toBeVisible()
    await confirmEmail(page)
  })

  await test.step('is refused with one card', async () => {
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${dealer.name}`)
    await fillCard(page, '4000000000000002')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByText('Your card was declined.')).toBeVisible()
  })

  await test.step('pays with another', async () => {
    await fillCard(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay', exact: true }).dblclick()
    await expect(page.getByText('The payment done successfully')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/pi_\w+/)
    await page.getByRole('main').getByRole('link', { name: 'My Orders' }).click()
    await expect(page.getByRole('main').getByText('Paid').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  })

  await test.step('staff ship it', async () => {
    const staff = await (await browser.newContext()).newPage()
    await enterAsStaff(staff)
    await staff.goto(`/dashboard/manageOrders?search=${dealer.email}`)
    const order = staff.getByRole('row').filter({ hasText: dealer.email })
    await order.getByRole('button', { name: 'Ship Order' }).click()
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Ship Order' }).click()
    await expect(staff.getByText('Status Changed successfully')).toBeVisible()
    await expect(order).toContainText('Shipped')
    await expect(order.getByRole('button', { name: 'Ship Order' })).toHaveCount(0)
    await staff.context().close()
  })

  await test.step('sees that it is shipped, and logs out', async () => {
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: partName })).toContainText('Shipped')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  })
})
