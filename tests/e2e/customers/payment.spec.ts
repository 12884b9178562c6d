import { formatDollars } from '@freehub/contract/money'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsLargeFont, expectRedUnder } from '../support/accessibility.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import {
  type Customer,
  fillCard,
  findPartFromEnd,
  type Part,
  payOrder,
  placeOrder,
  placeOrderOfLines,
  signUpCustomer,
} from '../support/users-and-orders.ts'

const GOOD_CARD = '4242424242424242'
const DECLINED_CARD = '4000000000000002'

let customer: Customer
let part: Part
let order: string

test.beforeEach(async ({ page }) => {
  part = await findPartFromEnd(page, 11)
  customer = await signUpCustomer(page)
  order = await placeOrder(page, customer, part)
})

test.describe('a customer with a declined card', () => {
  test.use({ expectedErrors: [/status of 40[249]|^CallError/] })

  test('sees the refusal in red and pays after a bank challenge', async ({ page, context }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto('/dashboard/myOrders')
    const payNow = page.getByRole('link', { name: 'Pay Now' })
    await expect(payNow).toBeVisible()
    const settings = JSON.parse((await page.locator('#settings').textContent()) ?? '{}')
    expect(settings.stripePublishableKey).toMatch(/^pk_test_/)
    expect(requested).not.toContain(settings.stripeJsUrl)
    await expectAccessible(page)
    await expectFitsLargeFont(page)

    const release = await holdRequests(page, '/create-payment-intent')
    const secret = page.waitForRequest('**/create-payment-intent')
    await payNow.click()
    expect((await secret).postDataJSON()).toEqual({
      totalPrice: computeTotal(part),
      bookingId: order,
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${customer.name}`)
    const main = page.getByRole('main')
    await expect(main).toContainText(part.name)
    await expect(main).toContainText(`${part.minimumOrder.toLocaleString('en-US')} pieces`)
    await expect(main).toContainText(`Amount${formatAmount(part)}`)
    await expect(main.getByText('Please pay for your booking.')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^2 days 23 h 5\d min$/)
    await expect(getPayButton(page)).toBeDisabled()
    await expect(page.getByText('Preparing the payment …')).toBeVisible()
    release()
    await expect(getPayButton(page)).toBeEnabled()
    expect(requested).toContain(settings.stripeJsUrl)
    await expectAccessible(page)
    await expectFitsLargeFont(page)

    await payWith(page, '4000000000009995')
    const refusalText = page.getByRole('main').getByText('Your card has insufficient funds.')
    await expectRedUnder(refusalText, page.getByTitle('Secure card payment input frame'))
    await expect(getPayButton(page)).toBeFocused()

    const challengeCard = '4000002760003184'
    await payWith(page, challengeCard)
    await getBankButton(page, 'Fail authentication').click()
    await expect(page.getByText(/unable to authenticate your payment method/)).toBeVisible()
    await payWith(page, challengeCard)
    await expect(getBankButton(page, 'Complete authentication')).toBeVisible()
    await page.close()

    const tab = await context.newPage()
    await tab.goto(`/dashboard/payment/${order}`)
    const confirmed = tab.waitForRequest(/\/v1\/payment_intents\/pi_\w+\/confirm$/)
    const reported = tab.waitForRequest(
      (request) => request.method() === 'PATCH' && request.url().endsWith(`/booking/${order}`),
    )
    await payWith(tab, challengeCard)
    await getBankButton(tab, 'Complete authentication').click()
    await expect(tab.getByText('The payment done successfully')).toBeVisible()
    const transactionId = await tab
      .getByRole('main')
      .getByText(/^pi_\w+$/)
      .innerText()
    const billing = new URLSearchParams((await confirmed).postData() ?? '')
    const prefix = 'payment_method_data[billing_details]'
    expect(billing.get(`${prefix}[name]`)).toBe(customer.name)
    expect(billing.get(`${prefix}[email]`)).toBe(customer.email)
    expect(billing.get(`${prefix}[phone]`)).toBe('+49 40 5550 120')
    expect(billing.get('client_secret')).toContain(transactionId)
    expect((await reported).postDataJSON()).toEqual({
      email: customer.email,
      bookingId: order,
      transactionId,
      totalPrice: computeTotal(part),
    })
    await expect(tab.getByText('Your booking is paid.')).toBeVisible()
  })

  test('pays the remaining orders after one was cancelled and one has changed', async ({
    page,
  }) => {
    const newerPart = await findPartFromEnd(page, 13)
    const { orderId } = await placeOrderOfLines(page, customer, [newerPart, part])
    const cancelled = await placeOrder(page, customer, newerPart)
    await page.goto('/dashboard/myOrders')
    await page.setViewportSize({ width: 375, height: 812 })
    await page.getByRole('checkbox', { name: /^Select all/ }).check()
    await page.setViewportSize({ width: 1280, height: 720 })
    const { email, headers } = customer
    await page.request.delete(`/booking/${cancelled}?client=${email}`, { headers })
    await page.getByRole('button', { name: 'Pay 3 Orders' }).click()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await page.request.delete(`/api/orders/${orderId}/lines?lines=2`, { headers })
    const removeButton = page.getByRole('button', { name: /^Remove: FH-/ }).first()
    const main = page.getByRole('main')
    await expect(main.getByText(/^Order FH-\d+ was cancelled\. No payment is due\.$/)).toBeVisible()
    await expect(main.getByRole('list').getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Pay 2 orders' })).toBeVisible()
    await fillCard(page, GOOD_CARD)
    await expectAccessible(page)
    let payments = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/v1\/payment_intents\/pi_\w+\/confirm$/, async (route) => {
      payments += 1
      await released
      const body = route.request().postData() ?? ''
      await route.continue({
        postData: payments === 2 ? body.replace(GOOD_CARD, DECLINED_CARD) : body,
      })
    })
    const payButton = page.getByRole('button', { name: /^Pay \$/ })
    const total = computeTotal(part) + computeTotal(newerPart)
    await expect(payButton).toHaveText(`Pay ${formatDollars(total)}`)
    await payButton.click()
    await expect(removeButton).toHaveAttribute('aria-disabled', 'true')
    await removeButton.click({ force: true })
    release()
    await expect(page.getByRole('main').getByText('Your card was declined.')).toBeVisible()
    await expect(main.getByText('Stays unpaid', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Pay 1 order' })).toBeVisible()
    expect(payments).toBe(2)
    await expect(payButton).toHaveText(`Pay ${formatDollars(computeTotal(part))}`)
    await payButton.click()
    await expect(page.getByRole('heading', { name: 'The payment done successfully' })).toBeVisible()
    expect(payments).toBe(3)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('row').getByText('Paid', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(0)
  })
})

test.describe('a customer who pays several orders', () => {
  test.use({ expectedErrors: [/status of 40[29]|^CallError/] })

  test('leaves out a declined order, and does not pay again an order paid elsewhere', async ({
    page,
  }) => {
    const paidElsewhere = await placeOrder(page, customer, part)
    await placeOrder(page, customer, part)
    await page.goto('/dashboard/myOrders?status=Pending')
    await page.getByRole('checkbox', { name: /^Select all/ }).check()
    await page.getByRole('button', { name: 'Pay 3 Orders' }).click()
    await fillCard(page, DECLINED_CARD)
    const payButton = page.getByRole('button', { name: /^Pay \$/ })
    await payButton.click()
    const refusal = page.getByRole('main').getByText('Your card was declined.')
    await expect(refusal).toBeVisible()
    await payOrder(page, customer, paidElsewhere)
    await page
      .getByRole('button', { name: /^Remove: FH-/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Pay 1 order' })).toBeFocused()
    await expect(page.getByText('Stays unpaid', { exact: true })).toBeVisible()
    await expect(refusal).toHaveCount(0)
    await expect(page.getByRole('list').getByText('Paid', { exact: true })).toHaveCount(1)
    await expect(payButton).toHaveText(`Pay ${formatAmount(part)}`)
    await fillCard(page, GOOD_CARD)
    await expect(payButton).toBeEnabled()
    await payButton.press('Enter')
    await expect(page.getByRole('heading', { name: 'The payment done successfully' })).toBeFocused()
  })
})

test('the focus moves to the result when another tab pays the order', async ({ page, context }) => {
  await page.goto(`/dashboard/payment/${order}`)
  await fillCard(page, GOOD_CARD)
  await expect(getPayButton(page)).toBeEnabled()
  const other = await context.newPage()
  await other.goto(`/dashboard/payment/${order}`)
  await payWith(other, GOOD_CARD)
  await expect(other.getByText('The payment done successfully')).toBeVisible()
  const result = page.getByRole('status').filter({ hasText: 'This order is already paid.' })
  await expect(result).toBeFocused()
})

test.describe('a payment that is being processed', () => {
  test.use({ expectedErrors: [/status of 409|^CallError/] })

  test('shows its result by itself, and is left out of a series', async ({ page }) => {
    const processing = await placeOrder(page, customer, part)
    const alsoProcessing = await placeOrder(page, customer, part)
    const code = 'payment_processing'
    await page.route('**/create-payment-intent', (route) =>
      [processing, alsoProcessing].includes(route.request().postDataJSON().bookingId)
        ? route.fulfill({ status: 409, json: { code, title: 'Processing', status: 409 } })
        : route.continue(),
    )
    await page.goto('/dashboard/myOrders')
    await page.getByRole('checkbox', { name: /^Select all/ }).check()
    await page.getByRole('button', { name: 'Pay 3 Orders' }).click()
    await expect(page.getByText(/^The payment of order FH-\d+ is being processed\.$/)).toHaveCount(
      2,
    )
    await expect(page.getByText('Being processed', { exact: true })).toHaveCount(2)
    await expect(getPayButton(page)).toHaveText(`Pay ${formatAmount(part)}`)

    await page.clock.install()
    await page.goto(`/dashboard/payment/${processing}`)
    const paying = page.getByRole('button', { name: 'Paying …' })
    await expect(paying).toHaveAccessibleDescription(/^Your payment is being processed\./)
    await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
    await page.unroute('**/create-payment-intent')
    await page.clock.runFor('00:10')
    await expect(page.getByText('The payment failed. Your card was not charged.')).toBeVisible()
    await expect(getPayButton(page)).toBeEnabled()
    await page.route('**/create-payment-intent', (route) =>
      route.fulfill({ status: 409, json: { code, title: 'Processing', status: 409 } }),
    )
    await page.reload()
    await expect(paying).toHaveAccessibleDescription(/^Your payment is being processed\./)
    await payOrder(page, customer, processing)
    await page.unroute('**/create-payment-intent')
    await page.clock.runFor('00:10')
    await expect(page.getByText('This order is already paid.')).toBeVisible()
  })
})

test('Pay is disabled with a reason until the card fields are ready', async ({ page }) => {
  const release = await holdRequests(page, '/cards/card-element')
  const secret = page.waitForResponse('**/create-payment-intent')
  await page.goto(`/dashboard/payment/${order}`)
  await secret
  await expect(getPayButton(page)).toBeDisabled()
  await expect(getPayButton(page)).toHaveAccessibleDescription('Preparing the payment …')
  release()
  await expect(getPayButton(page)).toBeEnabled()
})

test.describe('an order cancelled elsewhere', () => {
  test.use({ expectedErrors: [/status of 40[049]|^CallError/] })

  test('moves the focus to the message that replaces the payment form', async ({ page }) => {
    await page.goto(`/dashboard/payment/${order}`)
    await fillCard(page, DECLINED_CARD)
    await expect(getPayButton(page)).toBeEnabled()
    const { email, headers } = customer
    await page.request.delete(`/booking/${order}?client=${email}`, { headers })
    await getPayButton(page).press('Enter')
    const reason = page.locator('[tabindex="-1"]').filter({ hasText: 'No payment is due.' }).last()
    await expect(reason).toBeFocused()
    await reason.getByRole('link', { name: 'View Order' }).click()
    await expect(page).toHaveURL(`/dashboard/order/${order}`)
  })
})

test.describe('an interrupted payment', () => {
  test.use({ expectedErrors: [/ERR_|status of 40[012]|^CallError|Failed to fetch/] })

  test('charges the order once despite a network failure, a lost response and a second tab', async ({
    page,
    context,
  }) => {
    const other = await context.newPage()
    for (const tab of [other, page]) {
      await tab.goto(`/dashboard/payment/${order}`)
      await fillCard(tab, GOOD_CARD)
      await expect(getPayButton(tab)).toBeEnabled()
    }
    const done = 'The payment done successfully'
    const refusal = page.getByRole('main').getByText(/You won’t be charged twice/)

    await test.step('offline, the payment is refused', async () => {
      await context.setOffline(true)
      await getPayButton(page).click()
      await expect(refusal).toBeVisible()
    })

    // The tabs do not read or report the payment, so that Pay can be pressed again.
    const releases = [
      await holdRequests(page, `/booking/${order}`),
      await holdRequests(other, `/booking/${order}`),
    ]
    await context.setOffline(false)

    await test.step('the response to the charge is lost, and Pay is pressed again', async () => {
      await page.route(
        /\/v1\/payment_intents\/pi_\w+\/confirm$/,
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      const charged = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/confirm'),
      )
      await getPayButton(page).click()
      await charged
      await expect(refusal).toBeVisible()
      await getPayButton(page).click()
      await expect(page.getByText(done)).toBeVisible()
    })

    await test.step('the other tab shows that the order is paid', async () => {
      await getPayButton(other).click()
      await expect(other.getByText(done)).toBeVisible()
      for (const release of releases) release()
      await other.getByRole('status').getByRole('link', { name: 'My Orders' }).click()
      await expect(other.getByRole('row').filter({ hasText: part.name })).toContainText('Paid')
    })
  })
})

async function payWith(page: Page, card: string) {
  await fillCard(page, card)
  await getPayButton(page).click()
}

function getBankButton(page: Page, name: string) {
  return page
    .frameLocator('iframe[title="3D Secure authentication frame"]')
    .getByRole('button', { name })
}

function getPayButton(page: Page) {
  return page.getByRole('button', { name: /^Pay \$/ })
}

function computeTotal({ price, minimumOrder }: Part): number {
  return Number((price * minimumOrder).toFixed(2))
}

function formatAmount(part: Part): string {
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `$${computeTotal(part).toLocaleString('en-US', format)}`
}
