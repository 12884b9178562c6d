import { readFile } from 'node:fs/promises'
import { formatDollars } from '../../../contract/money.ts'
import { expectTableFrom560 } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  findPartFromEnd,
  type Part,
  payOrder,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
} from '../support/users-and-orders.ts'

test('the order lists show payments, and let staff cancel and ship orders', async ({ page }) => {
  const customer = await signUpCustomer(page)
  const [unpaid, paid] = [await findPartFromEnd(page, 8), await findPartFromEnd(page, 9)]
  const unpaidId = await placeOrder(page, customer, unpaid)
  const reference = 'PO 4711 of the workshop in the harbour'
  await page.request.patch(`/api/orders/${unpaidId}`, {
    data: { reference },
    headers: customer.headers,
  })
  const transaction = await payOrder(page, customer, await placeOrder(page, customer, paid))

  await test.step('My Orders: unpaid orders can be paid or cancelled, paid ones show the transaction', async () => {
    await page.goto('/dashboard/myOrders')
    await expect(page.getByRole('columnheader')).toHaveText([
      '',
      'Order',
      'Product',
      'Quantity',
      'Total Price',
      'Payment',
      'Status',
    ])
    const row = page.getByRole('row').filter({ hasText: unpaid.name })
    const cells = row.getByRole('cell')
    await expect(cells.nth(1)).toContainText(new RegExp(`^FH-\\d+\\d \\w+ \\d{4}${reference}$`))
    await expect(cells.nth(3)).toHaveText(unpaid.minimumOrder.toLocaleString('en-US'))
    await expect(cells.nth(4)).toHaveText(formatTotal(unpaid))
    await expect(cells.nth(5).getByRole('link', { name: 'Pay Now' })).toBeVisible()
    await expect(cells.nth(5).getByRole('button', { name: 'Cancel Order' })).toBeVisible()
    await expect(cells.nth(6)).toHaveText(/^PendingPay by \d+ \w+, \d\d:\d\d$/)
    const paidRow = page.getByRole('row').filter({ hasText: paid.name })
    await expect(paidRow.getByRole('cell').nth(5)).toHaveText(
      new RegExp(`^Paid\\s*${transaction}\\s*Invoice\\s*Order Again$`),
    )
    await expect(paidRow.getByRole('button')).toHaveCount(2)
    const [invoice] = await Promise.all([
      page.waitForEvent('download'),
      paidRow.getByRole('button', { name: 'Invoice' }).click(),
    ])
    expect(invoice.suggestedFilename()).toMatch(/^invoice-FH-\d{6}\.pdf$/)
    await expect(paidRow.getByRole('link', { name: 'Pay Now' })).toHaveCount(0)

    const viewport = page.viewportSize()
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(row.locator('.my-status-cell')).toBeVisible()
    const quantity = row.locator('.quantity-below-total')
    await expect(quantity).toBeVisible()
    await expect(quantity).toHaveAttribute(
      'data-text',
      `${unpaid.minimumOrder.toLocaleString('en-US')} pcs`,
    )
    const readPaidHeight = async () => (await paidRow.boundingBox())?.height
    await expect.poll(readPaidHeight, 'invoice beside the button').toBeLessThan(100)
    const readHeight = async () => (await row.boundingBox())?.height
    // Three lines of the name. Buttons on top of each other are higher.
    await expect.poll(readHeight, 'buttons side by side').toBeLessThan(100)
    const referenceBox = await row.getByText(reference).boundingBox()
    expect(referenceBox?.height, 'two lines of the reference').toBeGreaterThan(30)
    const selectRow = row.getByRole('checkbox')
    const payLink = row.getByRole('link', { name: 'Pay Now' })
    const place = await payLink.boundingBox()
    await selectRow.check()
    await expect(payLink).toHaveCSS('border-left-color', 'rgba(0, 0, 0, 0)')
    expect(await payLink.boundingBox()).toEqual(place)
    await selectRow.uncheck()
    await page.setViewportSize({ width: 375, height: 812 })
    // The reference has several lines.
    await expect.poll(readHeight, 'card').toBeLessThan(260)
    const isCutOff = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth
    expect(await row.getByText(reference).evaluate(isCutOff), 'reference cut off').toBe(false)
    const [total, product] = await Promise.all(
      ['.total-cell', '.product-cell'].map((cell) => paidRow.locator(cell).boundingBox()),
    )
    expect((total?.x ?? 0) + (total?.width ?? 0), 'no space for a checkbox').toBe(
      (product?.x ?? 0) + (product?.width ?? 0),
    )
    await page.goto('/dashboard/myOrders?status=Refunded')
    await expect(page.getByRole('link', { name: /^Refunded/ })).toBeInViewport({ ratio: 0.95 })
    await expect(page.locator('.tabs-line')).toHaveCSS('scrollbar-width', 'none')
    if (viewport) await page.setViewportSize(viewport)
    await page.getByRole('link', { name: /^All/ }).click()
  })

  await test.step('My Orders: the customer sorts, filters, exports and searches', async () => {
    const products = page.locator('.product-cell')
    const noOrders = page.getByText('No active orders in this period.', { exact: true })
    await expect(products).toHaveText([paid.name, unpaid.name])
    await page.getByLabel('Sort').selectOption('Oldest first')
    await expect(products).toHaveText([unpaid.name, paid.name])

    const period = page.getByRole('combobox', { name: 'Date' })
    const lastDay = page.getByLabel('To', { exact: true })
    await period.selectOption('From … to …')
    await lastDay.fill(getUtcDay(-2))
    await expect(noOrders).toBeVisible()
    await lastDay.fill(getUtcDay(2))
    await expect(products).toHaveText([unpaid.name, paid.name])
    const firstDay = page.getByLabel('From', { exact: true })
    await firstDay.pressSequentially('11202024')
    await expect(page).toHaveURL(/from=2024-11-20/)
    await expect(firstDay).toHaveValue('2024-11-20')
    await firstDay.fill(getUtcDay(2))
    await expect(noOrders).toBeVisible()
    await period.selectOption('Last 7 days')
    await expect(products).toHaveText([unpaid.name, paid.name])

    const tabs = page.getByRole('navigation', { name: 'Orders by status' })
    await tabs.getByRole('link', { name: /^Paid/ }).click()
    await expect(products).toHaveText([paid.name])
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await downloaded).path(), 'utf8')
    expect(csv.trimEnd().split('\r\n')).toEqual([
      expect.stringContaining('placedAt,'),
      expect.stringContaining(transaction),
    ])

    await page.getByRole('searchbox', { name: 'Search orders' }).fill(unpaid.name)
    await expect(page.getByText(/^No paid orders match .* in this period\.$/)).toBeVisible()
    await tabs.getByRole('link', { name: /^All/ }).click()
    await expect(products).toHaveText([unpaid.name])
  })

  await page.evaluate(() => localStorage.clear())
  // Ends the customer's requests, which would otherwise carry the staff's cookies.
  await page.goto('about:blank')
  await signInAsStaff(page)
  await page.goto(`/dashboard/manageOrders?search=${encodeURIComponent(customer.email)}`)

  await test.step('staff cancel the unpaid order after a confirmation', async () => {
    await expect(page.getByRole('columnheader')).toHaveText([
      '',
      'Order',
      'Client',
      'Product',
      'Quantity',
      'Total Price',
      'Payment',
      'Status',
      'Action',
    ])
    const row = page.getByRole('row').filter({ hasText: unpaid.name })
    await expect(row.getByRole('cell')).toHaveText([
      '',
      /^FH-\d+/,
      `${customer.name} Hamburg`,
      unpaid.name,
      unpaid.minimumOrder.toLocaleString('en-US'),
      formatTotal(unpaid),
      /^Unpaiddue \d+ \w+, \d\d:\d\d$/,
      'Pending',
      'Cancel Order',
    ])
    await expect(row.getByRole('link')).toHaveText([/^FH-\d+$/])
    const readHeight = async () => (await row.boundingBox())?.height
    await expect.poll(readHeight, 'two lines').toBeLessThan(72)
    await expectTableFrom560(page, row, 'grid')
    await page.setViewportSize({ width: 375, height: 720 })
    await expect.poll(readHeight, 'card').toBeLessThan(170)
    const quantity = row.locator('.quantity-cell')
    await page.setViewportSize({ width: 720, height: 720 })
    await expect(quantity).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(quantity).toBeVisible()
    await row.getByRole('button', { name: 'Cancel Order' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure to cancel the order.?' })
    await expect(dialog).toContainText("Once you cancel the order, it can't be undone.")
    await expect(dialog).toContainText(`: ${unpaid.name} Customer: ${customer.name}`)
    await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
    await expectToast(page, 'Order canceled successfully')
    // The search finds orders in any stage.
    await expect(row.getByRole('cell').nth(7)).toHaveText(/^Cancelled\d+ \w{3}, by staff$/)
    await expect(row.locator('.total-cell .deadline.narrow-only')).toHaveAttribute(
      'data-text',
      /^\d+ \w{3}, by staff$/,
    )
    await page.getByRole('link', { name: /^Pending/ }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('link', { name: /^Cancelled/ }).click()
    await expect(row).toHaveCount(1)
    const all = page.getByRole('link', { name: /^All/ })
    await all.click()
    // The search starts from the shown tab, which changes later than the URL.
    await expect(all).toHaveAttribute('aria-current', 'page')
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(transaction.slice(-8))
  })

  await test.step('staff ship the paid order after a confirmation', async () => {
    const row = page.getByRole('row').filter({ hasText: paid.name })
    const cells = row.getByRole('cell')
    const ship = row.getByRole('button', { name: 'Ship Order' })
    await expect(cells.nth(6)).toHaveText(new RegExp(`^Paid\\s*${transaction}$`))
    await expect(cells.nth(7)).toHaveText('Paid')
    await expect(row.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
    await ship.click()
    const question = page.getByRole('alertdialog', { name: 'Ship this order?' })
    const [orderNumber] = /^FH-\d+/.exec(await cells.nth(1).innerText()) ?? []
    await expect(question).toContainText(`Order ${orderNumber}: ${paid.name}`)
    const carrier = question.getByLabel('Carrier')
    await expect(carrier).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(ship).toBeFocused()
    await page.keyboard.down('Enter')
    await expect(carrier).toBeFocused()
    // A held key repeats. It must not ship.
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(cells.nth(7)).toHaveText('Paid')
    await carrier.fill('DHL')
    await question.getByLabel('Tracking number').fill('123')
    await question.getByRole('button', { name: 'Ship Order' }).click()
    await expectToast(page, 'Status Changed successfully')
    await expect(cells.nth(8)).toBeFocused()
    await expect(cells.nth(7)).toHaveText(/^Shipped\d+ \w{3}, DHL$/)
    await expect(cells.nth(7).getByRole('link')).toHaveAttribute('href', /tracking-id=123$/)
    await expect(row.getByRole('button')).toHaveCount(0)
    await page.setViewportSize({ width: 375, height: 812 })
    await expect(row.getByRole('link', { name: /^Track parcel: .*, DHL$/ })).toHaveAttribute(
      'href',
      /tracking-id=123$/,
    )
  })
})

/** Returns a UTC date as `YYYY-MM-DD`. Use at least two days: one day from now may be today in another time zone. */
function getUtcDay(daysFromNow: number): string {
  return new Date(Date.now() + daysFromNow * 24 * 3_600_000).toISOString().slice(0, 10)
}

function formatTotal({ price, minimumOrder }: Part): string {
  return formatDollars(price * minimumOrder)
}
