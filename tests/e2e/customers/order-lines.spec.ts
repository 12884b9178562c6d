import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { doubleClick } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  findPartsFromEnd,
  type Part,
  placeOrderOfLines,
  signUpCustomer,
} from '../support/users-and-orders.ts'

test('a customer sees lines as cards on a phone, and cancels them, the last one with the order', async ({
  page,
}) => {
  const parts = await findPartsFromEnd(page, 30, 3)
  const [first, second, third] = parts as [Part, Part, Part]
  const order = await placeOrderOfLines(page, await signUpCustomer(page), parts)
  await page.goto('/dashboard/myOrders')
  await expect(page.getByRole('row').filter({ hasText: order.orderNumber })).toContainText(
    'and 2 more',
  )
  await page.getByRole('link', { name: first.name, exact: true }).click()
  await expect(page).toHaveTitle(`Order ${order.orderNumber}: ${first.name} and 2 more · Freehub`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`Order ${order.orderNumber}`)
  const head = page.locator('.dash-head')
  await expect(head).toContainText(`${first.name} and 2 more`)
  await expect(getLine(page, 1)).toContainText(first.name)
  await expect(getCancelButton(page, 1)).toHaveAccessibleName(`Cancel Line: ${first.name}`)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('columnheader')).toHaveText([
    'Part',
    'Quantity',
    'Price per unit',
    'Total',
  ])
  await expect(page.locator('.order-lines thead')).toHaveCSS('display', 'table-header-group')
  await page.emulateMedia({ media: 'screen' })

  const readTop = async (name: string) => (await page.locator(name).boundingBox())?.y ?? Number.NaN
  for (const width of [1024, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await readTop('.order-facts'), `${width}`).toBeLessThan(await readTop('.order-lines'))
  }
  const details = page.getByRole('button', { name: 'All details' })
  const email = page.locator('.order-facts').getByText('Email', { exact: true })
  await expect(email).toBeHidden()
  await details.click()
  await expect(email).toBeVisible()
  await expect(getLine(page, 3)).toContainText(third.name)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(320)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  await getCancelButton(page, 1).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this line?' })
  await expect(dialog).toContainText(`${first.name} will be removed from order`)
  await page.keyboard.press('Escape')
  await expect(getCancelButton(page, 1)).toBeFocused()
  await getCancelButton(page, 1).click()
  await doubleClick(dialog.getByRole('button', { name: 'Yes, Cancel' }), /\/lines\?lines=1$/)
  await expectToast(page, `Line 1 of order ${order.orderNumber} cancelled`)
  await expect(head).toContainText(`${second.name} and 1 more`)
  await expect(heading).toBeFocused()
  await expect(getLine(page, 1).getByText('Cancelled')).toBeVisible()
  await expect(getCancelButton(page, 1)).toHaveCount(0)
  await expect(page.getByText('Partially cancelled')).toBeVisible()

  await getCancelButton(page, 2).click()
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(head).toContainText(third.name)
  await getCancelButton(page, 3).click()
  const cancelOrder = page.getByRole('alertdialog', { name: 'Are you sure to cancel the order.?' })
  await expect(cancelOrder).toContainText(`Order ${order.orderNumber}: ${third.name}`)
  await cancelOrder.getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(page.getByText(/^Cancelled\. No payment is due/)).toBeVisible()
})

function getLine(page: Page, line: number) {
  return page.locator('.order-lines tbody tr').nth(line - 1)
}

function getCancelButton(page: Page, line: number) {
  return getLine(page, line).getByRole('button', { name: 'Cancel Line' })
}
