import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { hold } from './hold.ts'
import {
  arrive,
  book,
  type Customer,
  enterAsStaff,
  expect,
  fillCard,
  type Part,
  partFromTheEnd,
  test,
} from './shop.ts'

const HOUR_MS = 3_600_000

let customer: Customer
let part: Part
let order: string

test.beforeEach(async ({ page }) => {
  part = await partFromTheEnd(page, 14)
  customer = await arrive(page)
  order = await book(page, customer, part)
})

test('a customer opens an order by the product’s name and sees what it is, what it costs and what happened', async ({
  page,
}) => {
  await page.goto('/dashboard/myOrders')
  await page.getByRole('link', { name: part.name }).click()
  await expect(page).toHaveURL(`/dashboard/order/${order}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(part.name)
  const main = page.getByRole('main')
  await expect(main.getByText('Pending', { exact: true })).toBeVisible()
  await expect(main.getByRole('img', { name: `Drawing: ${part.name}` })).toBeVisible()
  await expect(main).toContainText(`${part.minimumOrder.toLocaleString('en-US')} pieces`)
  await expect(main).toContainText(`Ordered by${customer.name}`)
  await expect(main).toContainText(`Total Price${totalOf(part)}`)
  await expect(steps(page)).toHaveText([/^Order placed.*, by you$/])
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
})

test('the countdown goes by the shop’s clock, also where the machine’s is ten minutes off', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() + 10 * 60_000 })
  await open(page)
  await expect(timer(page)).toHaveText(/^2 days 23 h 5[89] min$/)
  await expect(timer(page)).toHaveAttribute('aria-live', 'off')
  await expect(page.getByText(/^until \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible()
})

test.describe('while the clock leaps', () => {
  // So does the time that a call has.
  test.use({ expectedErrors: [/^CallError: The shop takes too long/] })

  test('the countdown says when the reservation has run out', async ({ page }) => {
    await page.clock.install()
    await open(page)
    await expect(timer(page)).toBeVisible()
    // Until the shop is asked again, this is what the screen knows.
    await hold(page, `/api/orders/${order}`)
    await page.clock.fastForward(72 * HOUR_MS - 60_000)
    await expect(timer(page)).toHaveText(/^\d+ s$/)
    await page.clock.fastForward(60_000)
    await expect(page.getByRole('status').getByText(/^The reservation ran out on/)).toBeVisible()
    await expect(timer(page)).toHaveCount(0)
  })
})

test.describe('a reservation', () => {
  test.use({ expectedErrors: [/status of 409|^CallError/] })

  test('is extended once, after a question; another tab is told that it was', async ({
    page,
    context,
  }) => {
    const other = await context.newPage()
    for (const tab of [page, other]) await open(tab)
    const extend = (tab: Page) => tab.getByRole('button', { name: 'Extend Reservation' })
    const question = (tab: Page) =>
      tab.getByRole('alertdialog', { name: 'Extend the reservation?' })

    await extend(page).click()
    await expect(question(page).getByRole('button', { name: 'No' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(extend(page)).toBeFocused()
    await extend(other).click()

    await extend(page).click()
    await question(page).getByRole('button', { name: 'Yes, Extend' }).dblclick()
    await expect(page.getByText('Reservation extended').first()).toBeVisible()
    await expect(timer(page)).toHaveText(/^4 days 11 h 5\d min$/)
    await expect(extend(page)).toHaveCount(0)
    await expect(steps(page).last()).toContainText('Reservation extended')
    await expect(steps(page)).toHaveCount(2)

    await question(other).getByRole('button', { name: 'Yes, Extend' }).click()
    await expect(
      other.getByText(/^The reservation was not extended\. .*extended once/),
    ).toBeVisible()
    await expect(timer(other)).toHaveText(/^4 days/)
  })
})

test('an order that is cancelled says so, by whom, and stays to be read', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure to cancel the order.?' })
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(page.getByText('Order canceled successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(steps(page).last()).toHaveText(/^Cancelled.*, by you$/)
  await expect(page.getByRole('main').getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/^Cancelled\. Nothing is owed/)).toBeVisible()
  await page.getByRole('button', { name: 'Order Again' }).dblclick()
  await expect(page.getByText('Product Booking Successful')).toBeVisible()
  await expect(timer(page)).toBeVisible()
  await expect(steps(page)).toHaveText([/^Order placed.*, by you$/])
})

test.describe('an order of somebody else', () => {
  test.use({ expectedErrors: [/status of 404|^CallError/] })

  test('is not to be found', async ({ browser }) => {
    const stranger = await (await browser.newContext()).newPage()
    await arrive(stranger)
    await stranger.goto(`/dashboard/order/${order}`)
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Order Not Found')
    await stranger.context().close()
  })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|^CallError/] })

  test('an order stays as it was read, and what is pressed says that the shop cannot be reached', async ({
    page,
    context,
  }) => {
    await open(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await page.getByRole('button', { name: 'Yes, Cancel' }).click()
    await expect(page.getByText(/^The order was not cancelled\. The shop cannot/)).toBeVisible()
    await expect(timer(page)).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await page.getByRole('button', { name: 'Yes, Cancel' }).click()
    await expect(page.getByText('Order canceled successfully')).toBeVisible()
  })
})

test('the staff see an order’s payments beside the provider’s, have them checked, and ship it', async ({
  page,
  browser,
}) => {
  await pay(page)
  const staff = await staffPage(browser)
  await expect(steps(staff).first()).toHaveText(new RegExp(`^Order placed.*, by ${customer.name}$`))
  const payment = staff.getByRole('row').filter({ hasText: /pi_\w+/ })
  await expect(payment).toContainText('Paid this order')
  await expect(payment).toContainText(`${totalOf(part)} received`)
  await expect(payment).toContainText('Agreed')
  await expect(staff.getByText('payment_intent.succeeded')).toBeVisible()

  await staff.getByRole('button', { name: 'Repair' }).click()
  await expect(staff.getByText('Nothing had to be done: books and provider agree.')).toBeVisible()
  await staff.getByRole('button', { name: 'Ship Order' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Ship Order' }).click()
  await expect(staff.getByText('Status Changed successfully')).toBeVisible()
  await expect(staff.getByText('Paid and shipped.')).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Refund Order' })).toHaveCount(0)
  await staff.context().close()
})

test('the staff refund a paid order after a question, and its customer sees it', async ({
  page,
  browser,
}) => {
  await pay(page)
  const staff = await staffPage(browser)
  await staff.getByRole('button', { name: 'Refund Order' }).click()
  const dialog = staff.getByRole('alertdialog', { name: 'Are you sure to refund the order?' })
  await expect(dialog).toContainText(`${totalOf(part)} goes back to the card`)
  await dialog.getByRole('button', { name: 'Yes, Refund' }).dblclick()
  await expect(staff.getByText('Order refunded successfully')).toBeVisible()
  await expect(staff.getByRole('row').filter({ hasText: /pi_\w+/ })).toContainText(
    `${totalOf(part)} received, ${totalOf(part)} refunded`,
  )
  await expect(staff.getByRole('button', { name: 'Ship Order' })).toHaveCount(0)
  await staff.context().close()

  await page.goto(`/dashboard/order/${order}`)
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
  await expect(steps(page).last()).toHaveText(/^Payment refunded, order cancelled.*, by our staff$/)
})

async function open(page: Page) {
  await page.goto(`/dashboard/order/${order}`)
  await expect(page.getByRole('heading', { level: 1, name: part.name })).toBeVisible()
}

async function pay(page: Page) {
  await page.goto(`/dashboard/payment/${order}`)
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('The payment done successfully')).toBeVisible()
  await expect(page.getByText('Your booking is paid.')).toBeVisible()
}

/** The order as the staff find it among all. */
async function staffPage(browser: Browser) {
  const page = await (await browser.newContext()).newPage()
  await enterAsStaff(page)
  await page.goto(`/dashboard/manageOrders?search=${encodeURIComponent(customer.email)}`)
  await page.getByRole('link', { name: part.name }).click()
  await expect(page).toHaveURL(`/dashboard/order/${order}`)
  return page
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
