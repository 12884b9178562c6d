import type { Page } from '@playwright/test'
import { expectRedUnder } from './colours.ts'
import {
  arrive,
  book,
  type Customer,
  expect,
  fillCard,
  type Part,
  partFromTheEnd,
  test,
} from './shop.ts'

let customer: Customer
let part: Part
let order: string

test.beforeEach(async ({ page }) => {
  part = await partFromTheEnd(page, 11)
  customer = await arrive(page)
  order = await book(page, customer, part)
})

test('the payment page greets by name and says what is paid for, how many and how much', async ({
  page,
}) => {
  await page.goto(`/dashboard/payment/${order}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${customer.name}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(part.name)
  await expect(main).toContainText(`${part.minimumOrder.toLocaleString('en-US')} pieces`)
  await expect(main).toContainText(`Amount${amountOf(part)}`)
  await expect(main.getByText('Please pay for your booking.')).toBeVisible()
})

test('Pay waits until the payment’s secret has come', async ({ page }) => {
  let answer = () => {}
  const released = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/create-payment-intent', async (route) => {
    expect(route.request().postDataJSON()).toEqual({
      totalPrice: Number((part.price * part.minimumOrder).toFixed(2)),
      bookingId: order,
    })
    await released
    await route.continue()
  })
  await page.goto(`/dashboard/payment/${order}`)
  await expect(payButton(page)).toBeDisabled()
  await expect(page.getByText('Preparing the payment …')).toBeVisible()
  answer()
  await expect(payButton(page)).toBeEnabled()
})

test('a payment is confirmed with who pays, told with its transaction, and reported to the shop', async ({
  page,
}) => {
  await page.goto(`/dashboard/payment/${order}`)
  await fillCard(page, '4242424242424242')
  const confirmed = page.waitForRequest(/\/v1\/payment_intents\/pi_\w+\/confirm$/)
  const reported = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().endsWith(`/booking/${order}`),
  )
  await payButton(page).click()
  await expect(page.getByText('The payment done successfully')).toBeVisible()
  const transactionId = await page
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
    totalPrice: Number((part.price * part.minimumOrder).toFixed(2)),
  })
  await expect(page.getByText('Your booking is paid.')).toBeVisible()
})

test('the card provider’s script is loaded where one pays, in test mode, and nowhere else', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const settings = async () =>
    JSON.parse((await page.locator('#settings').textContent()) ?? '{}') as {
      stripeJsUrl: string
      stripePublishableKey: string
    }
  await page.goto('/')
  const { stripeJsUrl, stripePublishableKey } = await settings()
  await page.goto('/dashboard/myOrders')
  await expect(page.getByRole('link', { name: 'Pay Now' })).toBeVisible()
  expect(asked).not.toContain(stripeJsUrl)
  await page.getByRole('link', { name: 'Pay Now' }).click()
  await expect(payButton(page)).toBeEnabled()
  expect(asked).toContain(stripeJsUrl)
  expect(stripePublishableKey).toMatch(/^pk_test_/)
})

test.describe('a card that is refused', () => {
  test.use({ expectedErrors: [/status of 402/] })

  test('is told in the provider’s words, in red under the card, and may be tried again', async ({
    page,
  }) => {
    await page.goto(`/dashboard/payment/${order}`)
    for (const [number, words] of [
      ['4000000000000002', 'Your card was declined.'],
      ['4000000000009995', 'Your card has insufficient funds.'],
    ] as const) {
      await fillCard(page, number)
      await payButton(page).click()
      const refusal = page.getByRole('main').getByText(words)
      await expectRedUnder(refusal, page.getByTitle('Secure card payment input frame'))
    }
    await fillCard(page, '4242424242424242')
    await payButton(page).click()
    await expect(page.getByText('The payment done successfully')).toBeVisible()
  })
})

function payButton(page: Page) {
  return page.getByRole('button', { name: 'Pay', exact: true })
}

function amountOf({ price, minimumOrder }: Part): string {
  const amount = price * minimumOrder
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
