import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { doubleClick } from '../support/hold-responses.ts'
import {
  type Customer,
  expect,
  findPartsFromEnd,
  type Part,
  placeOrderOfLines,
  signUpCustomer,
  test,
} from '../support/shop.ts'

let customer: Customer
let parts: Part[]
let order: { orderId: string; orderNumber: string }

test.beforeEach(async ({ page }) => {
  parts = await findPartsFromEnd(page, 30, 3)
  customer = await signUpCustomer(page)
  order = await placeOrderOfLines(page, customer, parts)
})

test('a customer cancels lines of an unpaid order, and the last one with the order', async ({
  page,
}) => {
  const [first, second, third] = parts as [Part, Part, Part]
  await page.goto('/dashboard/myOrders')
  await expect(page.getByRole('row').filter({ hasText: order.orderNumber })).toContainText(
    '3 lines',
  )
  await page.getByRole('link', { name: `${first.name} and 2 more` }).click()
  await expect(page).toHaveTitle(`Order ${order.orderNumber}: ${first.name} and 2 more · Freehub`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`${first.name} and 2 more`)
  await expect(page.getByRole('main')).toContainText(`Order number${order.orderNumber}`)
  await expect(getLine(page, 1)).toContainText(first.name)
  await expectAccessible(page)

  await getCancelButton(page, 1).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this line?' })
  await expect(dialog).toContainText(`${first.name} will be removed from order`)
  await page.keyboard.press('Escape')
  await expect(getCancelButton(page, 1)).toBeFocused()
  await getCancelButton(page, 1).click()
  await doubleClick(dialog.getByRole('button', { name: 'Yes, Cancel' }), /\/lines\?lines=1$/)
  await expect(page.getByText(`Line 1 of order ${order.orderNumber} cancelled`)).toBeVisible()
  await expect(heading).toHaveText(`${second.name} and 1 more`)
  await expect(heading).toBeFocused()
  await expect(getLine(page, 1).getByText('Cancelled')).toBeVisible()
  await expect(getCancelButton(page, 1)).toHaveCount(0)
  await expect(page.getByText('Lines cancelled')).toBeVisible()

  await getCancelButton(page, 2).click()
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(heading).toHaveText(third.name)
  await getCancelButton(page, 3).click()
  const cancelOrder = page.getByRole('alertdialog', { name: 'Are you sure to cancel the order.?' })
  await expect(cancelOrder).toContainText(`Order ${order.orderNumber}`)
  await cancelOrder.getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(page.getByText(/^Cancelled\. No payment is due/)).toBeVisible()
})

test('shows the lines as cards on a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(`/dashboard/order/${order.orderId}`)
  await expect(getLine(page, 3)).toContainText((parts[2] as Part).name)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(320)
  await expectAccessible(page)
})

function getLine(page: Page, line: number) {
  return page.getByRole('row').filter({ has: page.locator(`#line-${line}`) })
}

function getCancelButton(page: Page, line: number) {
  return getLine(page, line).getByRole('button', { name: 'Cancel Line' })
}
