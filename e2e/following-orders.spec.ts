import type { Page } from '@playwright/test'
import { arrive, book, enterAsStaff, expect, fillCard, partFromTheEnd, test } from './shop.ts'

test('an unpaid order says what was ordered, what it costs, and can be paid or cancelled', async ({
  page,
}) => {
  const part = await partFromTheEnd(page, 8)
  await book(page, await arrive(page), part)
  await page.goto('/dashboard/myOrders')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Product',
    'Quantity',
    'Total Price',
    'Payment',
    'Status',
  ])
  const row = page.getByRole('row').filter({ hasText: part.name })
  const cells = row.getByRole('cell')
  await expect(cells.nth(1)).toHaveText(part.minimumOrder.toLocaleString('en-US'))
  await expect(cells.nth(2)).toHaveText(dollars(part.price * part.minimumOrder))
  await expect(cells.nth(3).getByRole('link', { name: 'Pay Now' })).toBeVisible()
  await expect(cells.nth(3).getByRole('button', { name: 'Cancel Order' })).toBeVisible()
  await expect(cells.nth(4)).toHaveText('Pending')
})

test('a paid order shows Paid and its transaction, to the customer and to the staff, who ship it', async ({
  page,
  browser,
}) => {
  const part = await partFromTheEnd(page, 9)
  const customer = await arrive(page)
  const order = await book(page, customer, part)
  await page.goto(`/dashboard/payment/${order}`)
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('The payment done successfully')).toBeVisible()
  const transaction = await page
    .getByRole('main')
    .getByText(/^pi_\w+$/)
    .innerText()

  await page.getByRole('link', { name: 'Your orders' }).click()
  const mine = page.getByRole('row').filter({ hasText: part.name })
  await expect(mine.getByRole('cell').nth(3)).toHaveText(new RegExp(`^Paid\\s*${transaction}$`))
  await expect(mine.getByRole('button')).toHaveCount(0)
  await expect(mine.getByRole('link', { name: 'Pay Now' })).toHaveCount(0)

  const staff = await staffPage(await (await browser.newContext()).newPage(), customer.email)
  const row = staff.getByRole('row').filter({ hasText: customer.email })
  const cells = row.getByRole('cell')
  await expect(cells.nth(2)).toHaveText(new RegExp(`^Paid\\s*${transaction}$`))
  await expect(cells.nth(3)).toHaveText('Paid')
  await expect(row.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  await row.getByRole('button', { name: 'Ship Order' }).click()
  const question = staff.getByRole('alertdialog', { name: 'Ship this order?' })
  await question.getByRole('button', { name: 'Ship Order' }).click()
  await expect(staff.getByText('Status Changed successfully')).toBeVisible()
  await expect(cells.nth(3)).toHaveText('Shipped')
  await expect(row.getByRole('button')).toHaveCount(0)
  await staff.context().close()
})

test('the staff see who ordered what, and cancel what is unpaid after a question', async ({
  page,
  browser,
}) => {
  const part = await partFromTheEnd(page, 10)
  const customer = await arrive(page)
  await book(page, customer, part)
  const staff = await staffPage(await (await browser.newContext()).newPage(), customer.email)
  await expect(staff.getByRole('columnheader')).toHaveText([
    'Client',
    'Product',
    'Payment',
    'Status',
    'Action',
    'Total Price',
    'Quantity',
  ])
  const row = staff.getByRole('row').filter({ hasText: customer.email })
  await expect(row.getByRole('cell')).toHaveText([
    customer.email,
    part.name,
    'Unpaid',
    'Pending',
    'Cancel Order',
    dollars(part.price * part.minimumOrder),
    part.minimumOrder.toLocaleString('en-US'),
  ])
  await row.getByRole('button', { name: 'Cancel Order' }).click()
  const dialog = staff.getByRole('alertdialog', { name: 'Are you sure to cancel the order.?' })
  await expect(dialog).toContainText("Once you cancel the order, it can't be undone.")
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(staff.getByText('Order canceled successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
  await staff.context().close()

  await page.goto('/dashboard/myOrders')
  await expect(page.getByText('No orders yet')).toBeVisible()
})

/** One customer's orders, as the staff find them among everybody's. */
async function staffPage(page: Page, email: string) {
  await enterAsStaff(page)
  await page.goto(`/dashboard/manageOrders?search=${encodeURIComponent(email)}`)
  return page
}

function dollars(amount: number): string {
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
