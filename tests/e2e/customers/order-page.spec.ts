import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatCount } from '../../../contract/money.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { doubleClick, holdRequests, loseResponse } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  type Customer,
  findPartFromEnd,
  openOtherBrowser,
  type Part,
  payOrder,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
} from '../support/users-and-orders.ts'

/** Time by which the clock of the browser is ahead. */
const CLOCK_AHEAD_MS = 10 * 60_000

let customer: Customer
let part: Part
let order: string

test.beforeEach(async ({ page }) => {
  part = await findPartFromEnd(page, 14)
  customer = await signUpCustomer(page)
  order = await placeOrder(page, customer, part)
})

test.describe('a customer', () => {
  test.use({ expectedErrors: [/status of 409|^CallError/] })

  test('sees the remaining time of an order and extends the reservation once', async ({
    page,
    context,
  }) => {
    await page.clock.install({ time: Date.now() + CLOCK_AHEAD_MS })
    await page.goto('/dashboard/myOrders')
    await page.getByRole('link', { name: part.name }).click()
    await expect(page).toHaveURL(`/dashboard/order/${order}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order FH-\d+$/)
    const main = page.getByRole('main')
    await expect(getTimer(page)).toHaveText(/^2 days 23 h 5\d min$/)
    await expect(getTimer(page)).toHaveAttribute('aria-live', 'off')
    await expect(page.getByText(/^until \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible()
    await expect(main.getByText('Pending', { exact: true })).toBeVisible()
    await expect(main.getByRole('img', { name: `Drawing: ${part.name}` })).toBeVisible()
    await expect(main).toContainText(`${part.minimumOrder.toLocaleString('en-US')} pieces`)
    await expect(main).toContainText(`Ordered by${customer.name}`)
    await expect(main).toContainText(`Total Price${formatTotal(part)}`)
    await expect(getTimelineSteps(page)).toHaveText([/^Order placed.*, by you$/])
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation').or(page.getByRole('button'))).toHaveCount(0)
    await expect(page.getByRole('banner')).toHaveText('Freehub', {
      useInnerText: true,
    })
    await expect(getTimelineSteps(page)).toHaveText([/^Order placed/])
    await page.emulateMedia({ media: 'screen' })
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
    await page.goForward()

    // Like another device, this tab receives no messages from the first tab.
    const other = await context.newPage()
    await other.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
    await openOrder(other)
    const getExtendButton = (tab: Page) => tab.getByRole('button', { name: 'Extend Reservation' })
    const getDialog = (tab: Page) =>
      tab.getByRole('alertdialog', { name: 'Extend the reservation?' })
    await getExtendButton(page).click()
    await expect(getDialog(page).getByRole('button', { name: 'No' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(getExtendButton(page)).toBeFocused()
    await getExtendButton(other).click()
    await expect(getDialog(other)).toBeVisible()

    await getExtendButton(page).click()
    await doubleClick(getDialog(page).getByRole('button', { name: 'Yes, Extend' }), /\/extension$/)
    await expectToast(page, 'Reservation extended')
    await expect(getTimer(page)).toHaveText(/^4 days 11 h 5\d min$/)
    await expect(getExtendButton(page)).toHaveCount(0)
    await expect(getTimelineSteps(page).last()).toContainText('Reservation extended')
    await expect(getTimelineSteps(page)).toHaveCount(2)
    await getDialog(other).getByRole('button', { name: 'Yes, Extend' }).click()
    await expect(
      other.getByText(/^The reservation was not extended\. .*extended once/),
    ).toBeVisible()
    await expect(getTimer(other)).toHaveText(/^4 days/)
    await other.close()

    // Holds the refetch, so that the screen must expire the reservation itself.
    await holdRequests(page, `/api/orders/${order}`)
    const { headers } = customer
    const { reservedUntil } = await (
      await page.request.get(`/api/orders/${order}`, { headers })
    ).json()
    await page.clock.pauseAt(Date.parse(reservedUntil) + CLOCK_AHEAD_MS - 30_000)
    await expect(getTimer(page)).toHaveText(/^\d+ s$/)
    await page.clock.fastForward(60_000)
    await expect(page.getByRole('status').getByText(/^The reservation expired on/)).toBeVisible()
    await expect(getTimer(page)).toHaveCount(0)
    // Playwright resumes a paused clock too late: its script then fails in the next test of the shared context.
    await page.clock.resume()
  })
})

test.describe('a customer who lost the connection', () => {
  test.use({
    expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 4(04|09)|^CallError/],
  })

  test('corrects the details of an order until it is paid, and keeps unsaved input', async ({
    page,
    context,
  }) => {
    await openOrder(page)
    const edit = page.getByRole('button', { name: 'Edit Details' })
    const form = page.getByRole('form', { name: 'Edit details' })
    const save = form.getByRole('button', { name: 'Save' })
    const reference = form.getByLabel('Your reference')
    const phone = form.getByLabel('Phone')
    await edit.press('Enter')
    await expect(form.getByLabel('Address')).toBeFocused()
    await expectAccessible(page)
    await reference.fill('PO 4711')
    await phone.fill(' ')
    await reference.press('Enter')
    await expect(form.getByText('Phone number required')).toBeVisible()
    await expect(phone).toBeFocused()
    await phone.fill('+49 40 4711')
    await context.setOffline(true)
    await save.click()
    await expect(form.getByText(/^The shop cannot be reached/)).toBeVisible()
    await expect(reference).toHaveValue('PO 4711')
    await context.setOffline(false)
    await doubleClick(save, new RegExp(`/orders/${order}$`))
    await expectToast(page, 'Order changed')
    await expect(edit).toBeFocused()
    const details = page.getByRole('main').locator('dl')
    await expect(details.getByText('PO 4711', { exact: true })).toBeVisible()
    await expect(details.getByText('+49 40 4711', { exact: true })).toBeVisible()
    await expect(getTimelineSteps(page)).toHaveText([
      /^Order placed/,
      /^Details changed.*, by you$/,
    ])

    await edit.click()
    await reference.fill('PO 4712')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(edit).toBeFocused()
    await edit.click()
    await expect(reference).toHaveValue('PO 4711')
    await form.getByLabel('Note').fill('Ring twice.')
    const other = await context.newPage()
    await payOrder(other, customer, order)
    await other.close()
    await save.click()
    await expect(form.getByText('The order is already paid.')).toBeVisible()
    await expect(form.getByLabel('Note')).toHaveValue('Ring twice.')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(edit).toHaveCount(0)
    await expect(details.getByText('PO 4711', { exact: true })).toBeVisible()
  })

  test('cancels an order after reconnecting and pays a second one, which staff refund', async ({
    page,
    context,
    browser,
  }) => {
    await openOrder(page)
    const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel Order' })
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure to cancel the order.?' })
    await context.setOffline(true)
    await cancel.click()
    await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
    await expect(
      page.getByText(/^The order may have been cancelled\. The shop cannot/),
    ).toBeVisible()
    await expect(getTimer(page)).toBeVisible()
    await context.setOffline(false)
    await loseResponse(page, 'DELETE', `/booking/${order}`)
    await cancel.click()
    await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
    await expectToast(page, 'Order canceled successfully')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/^Cancelled\. No payment is due/)).toBeVisible()
    await expect(getTimelineSteps(page).last()).toHaveText(/^Cancelled.*, by you$/)
    await expect(cancel).toHaveCount(0)
    await page.getByRole('button', { name: 'Order Again' }).dblclick()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('status', { name: 'Copied lines' })).toContainText(
      '1 line of order',
    )

    order = await placeOrder(page, customer, part)
    await page.goto(`/dashboard/order/${order}`)
    await expect(getTimelineSteps(page)).toHaveText([/^Order placed.*, by you$/])
    await payOrder(page, customer, order)
    const staff = await openOtherBrowser(browser)
    await signInAsStaff(staff)
    await staff.goto(`/dashboard/order/${randomUUID()}`)
    await expect(staff.getByRole('heading', { level: 1 })).toHaveText('Order Not Found')
    await openOrder(staff)
    await staff.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await staff.getByRole('button', { name: 'Copy address' }).click()
    await expectToast(staff, 'Copied')
    expect(await staff.evaluate(() => navigator.clipboard.readText())).toMatch(/Hamburg/)
    await expect(staff.locator('.dash-head')).toContainText(
      /FH-\d+-\d/.exec(part.img)?.[0] ?? 'no part number',
    )
    await staff.getByRole('button', { name: 'Refund Order' }).click()
    const refundDialog = staff.getByRole('alertdialog', { name: 'Refund this order?' })
    await expect(refundDialog).toContainText(
      `${formatTotal(part)} will be refunded to the card. The order is cancelled, ${formatCount(part.minimumOrder)} pieces return to stock, and the customer is notified by email.`,
    )
    const { orderNumber } = await (
      await page.request.get(`/api/orders/${order}`, { headers: customer.headers })
    ).json()
    await expect(refundDialog).toContainText(
      `Order ${orderNumber}: ${part.name} Customer: ${customer.name}`,
    )
    await expect(refundDialog.getByRole('button', { name: 'No' })).toBeFocused()
    await refundDialog.getByLabel('Reason').fill('Ordered twice')
    await staff.context().setOffline(true)
    await refundDialog.getByRole('button', { name: 'Yes, Refund' }).click()
    await expect(
      staff.getByText(/^The order may have been refunded\. The shop cannot/),
    ).toBeVisible()
    await staff.context().setOffline(false)
    await staff.getByRole('button', { name: 'Refund Order' }).click()
    await expect(refundDialog.getByLabel('Reason')).toHaveValue('Ordered twice')
    await doubleClick(refundDialog.getByRole('button', { name: 'Yes, Refund' }), /\/refund$/)
    await expectToast(staff, 'Order refunded successfully')
    await expect(staff.getByRole('row').filter({ hasText: /pi_\w+/ })).toContainText(
      `${formatTotal(part)} received, ${formatTotal(part)} refunded`,
    )
    await expect(getTimelineSteps(staff).filter({ hasText: 'Refund started' })).toContainText(
      'Ordered twice',
    )
    await expect(staff.getByRole('button', { name: 'Ship Order' })).toHaveCount(0)
    await staff.context().close()

    await page.reload()
    await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
    await expect(getTimelineSteps(page).last()).toHaveText(
      /^Payment refunded, order cancelled.*, by our staff$/,
    )
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
    await page.getByRole('link', { name: /^Refunded/ }).click()
    await expect(page.getByRole('row').filter({ hasText: part.name })).toContainText(
      /Refunded\s*pi_/,
    )
    await page.getByRole('row').getByRole('link', { name: part.name }).click()
    await expect(page).toHaveURL(`/dashboard/order/${order}`)
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Credit Note/ }).click()
    expect((await downloaded).suggestedFilename()).toMatch(/^credit-note-/)
  })
})

async function openOrder(page: Page) {
  await page.goto(`/dashboard/order/${order}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Order FH-/ })).toBeVisible()
}

function getTimelineSteps(page: Page) {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Timeline' }) })
    .getByRole('listitem')
}

function getTimer(page: Page) {
  return page.getByRole('timer')
}

function formatTotal({ price, minimumOrder }: Part): string {
  const amount = price * minimumOrder
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
