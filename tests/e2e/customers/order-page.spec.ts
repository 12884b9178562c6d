import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { doubleClick, hold } from '../support/hold.ts'
import {
  arrive,
  book,
  type Customer,
  enterAsStaff,
  expect,
  type Part,
  partFromTheEnd,
  pay,
  test,
} from '../support/shop.ts'

const HOUR_MS = 3_600_000

let customer: Customer
let part: Part
let order: string

test.beforeEach(async ({ page }) => {
  part = await partFromTheEnd(page, 14)
  customer = await arrive(page)
  order = await book(page, customer, part)
})

test.describe('a customer', () => {
  test.use({ expectedErrors: [/status of 409|^CallError/] })

  test('opens an order by the product’s name, counts down by the shop’s clock, and extends its reservation once after a question; another tab is refused', async ({
    page,
    context,
  }) => {
    await page.clock.install({ time: Date.now() + 10 * 60_000 })
    await page.goto('/dashboard/myOrders')
    await page.getByRole('link', { name: part.name }).click()
    await expect(page).toHaveURL(`/dashboard/order/${order}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(part.name)
    const main = page.getByRole('main')
    await expect(timer(page)).toHaveText(/^2 days 23 h 5\d min$/)
    await expect(timer(page)).toHaveAttribute('aria-live', 'off')
    await expect(page.getByText(/^until \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible()
    await expect(main.getByText('Pending', { exact: true })).toBeVisible()
    await expect(main.getByRole('img', { name: `Drawing: ${part.name}` })).toBeVisible()
    await expect(main).toContainText(`${part.minimumOrder.toLocaleString('en-US')} pieces`)
    await expect(main).toContainText(`Ordered by${customer.name}`)
    await expect(main).toContainText(`Total Price${totalOf(part)}`)
    await expect(steps(page)).toHaveText([/^Order placed.*, by you$/])
    await expectAccessible(page)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
    await page.goForward()

    const other = await context.newPage()
    await open(other)
    const extend = (tab: Page) => tab.getByRole('button', { name: 'Extend Reservation' })
    const question = (tab: Page) =>
      tab.getByRole('alertdialog', { name: 'Extend the reservation?' })
    await extend(page).click()
    await expect(question(page).getByRole('button', { name: 'No' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(extend(page)).toBeFocused()
    await extend(other).click()
    await expect(question(other)).toBeVisible()

    await extend(page).click()
    await doubleClick(question(page).getByRole('button', { name: 'Yes, Extend' }), /\/extension$/)
    await expect(page.getByText('Reservation extended').first()).toBeVisible()
    await expect(timer(page)).toHaveText(/^4 days 11 h 5[89] min$/)
    await expect(extend(page)).toHaveCount(0)
    await expect(steps(page).last()).toContainText('Reservation extended')
    await expect(steps(page)).toHaveCount(2)
    await question(other).getByRole('button', { name: 'Yes, Extend' }).click()
    await expect(
      other.getByText(/^The reservation was not extended\. .*extended once/),
    ).toBeVisible()
    await expect(timer(other)).toHaveText(/^4 days/)
    await other.close()

    // Until the shop is asked again, this is what the screen knows.
    await hold(page, `/api/orders/${order}`)
    await page.clock.fastForward(4.5 * 24 * HOUR_MS - 60_000)
    await expect(timer(page)).toHaveText(/^\d+ s$/)
    await page.clock.fastForward(60_000)
    await expect(page.getByRole('status').getByText(/^The reservation ran out on/)).toBeVisible()
    await expect(timer(page)).toHaveCount(0)
  })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of 404|^CallError/] })

  test('cancels an order once there is a connection, and orders it again; the staff refund it after a question', async ({
    page,
    context,
    browser,
  }) => {
    await open(page)
    const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel Order' })
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure to cancel the order.?' })
    await context.setOffline(true)
    await cancel.click()
    await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
    await expect(page.getByText(/^The order was not cancelled\. The shop cannot/)).toBeVisible()
    await expect(timer(page)).toBeVisible()
    await context.setOffline(false)
    await cancel.click()
    await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
    await expect(page.getByText('Order canceled successfully')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/^Cancelled\. Nothing is owed/)).toBeVisible()
    await expect(steps(page).last()).toHaveText(/^Cancelled.*, by you$/)
    await expect(cancel).toHaveCount(0)
    await page.getByRole('button', { name: 'Order Again' }).dblclick()
    await expect(page.getByText('Product Booking Successful')).toBeVisible()
    await expect(timer(page)).toBeVisible()
    await expect(steps(page)).toHaveText([/^Order placed.*, by you$/])

    order = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await pay(page, customer, order)
    const staff = await (await browser.newContext()).newPage()
    await enterAsStaff(staff)
    await staff.goto(`/dashboard/order/${randomUUID()}`)
    await expect(staff.getByRole('heading', { level: 1 })).toHaveText('Order Not Found')
    await open(staff)
    await staff.getByRole('button', { name: 'Refund Order' }).click()
    const question = staff.getByRole('alertdialog', { name: 'Are you sure to refund the order?' })
    await expect(question).toContainText(`${totalOf(part)} goes back to the card`)
    await doubleClick(question.getByRole('button', { name: 'Yes, Refund' }), /\/refund$/)
    await expect(staff.getByText('Order refunded successfully')).toBeVisible()
    await expect(staff.getByRole('row').filter({ hasText: /pi_\w+/ })).toContainText(
      `${totalOf(part)} received, ${totalOf(part)} refunded`,
    )
    await expect(staff.getByRole('button', { name: 'Ship Order' })).toHaveCount(0)
    await staff.context().close()

    await page.reload()
    await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
    await expect(steps(page).last()).toHaveText(
      /^Payment refunded, order cancelled.*, by our staff$/,
    )
  })
})

async function open(page: Page) {
  await page.goto(`/dashboard/order/${order}`)
  await expect(page.getByRole('heading', { level: 1, name: part.name })).toBeVisible()
}

function steps(page: Page) {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Timeline' }) })
    .getByRole('listitem')
}

function timer(page: Page) {
  return page.getByRole('timer')
}

function totalOf({ price, minimumOrder }: Part): string {
  const amount = price * minimumOrder
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
