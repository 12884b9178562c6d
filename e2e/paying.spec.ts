import type { BrowserContext, Page } from '@playwright/test'
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
  await expect(page.getByRole('timer')).toHaveText(/^2 days 23 h 5\d min$/)
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

test('a payment that was left before Pay was pressed can be made later', async ({
  page,
  context,
}) => {
  await page.goto(`/dashboard/payment/${order}`)
  await fillCard(page, '4242424242424242')
  await page.close()
  await payInNewTab(context, '4242424242424242')
})

test('a tab that is closed after the charge leaves a paid order all the same', async ({ page }) => {
  const { request } = page
  // The report is never sent.
  await page.route(`**/booking/${order}`, (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  await page.goto(`/dashboard/payment/${order}`)
  await fillCard(page, '4242424242424242')
  const charged = page.waitForResponse(/\/v1\/payment_intents\/pi_\w+\/confirm$/)
  await payButton(page).click()
  await charged
  await page.close()
  const { headers } = customer
  const isPaid = async () =>
    (await (await request.get(`/booking/${order}`, { headers })).json()).paid
  await expect.poll(isPaid).toBe(true)
})

test('whoever pays in two tabs is charged once, and both say that it is done', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/dashboard/payment/${order}`)
    await fillCard(tab, '4242424242424242')
  }
  const transactions = []
  for (const tab of [page, other]) {
    await payButton(tab).click()
    await expect(tab.getByText('The payment done successfully')).toBeVisible()
    transactions.push(
      await tab
        .getByRole('main')
        .getByText(/^pi_\w+$/)
        .innerText(),
    )
  }
  expect(new Set(transactions).size).toBe(1)
})

test.describe('a payment that is interrupted', () => {
  test.use({ expectedErrors: [/ERR_|status of 40[012]|^CallError|Failed to fetch/] })

  test('by the network can be tried again', async ({ page, context }) => {
    await page.goto(`/dashboard/payment/${order}`)
    await fillCard(page, '4242424242424242')
    await expect(payButton(page)).toBeEnabled()
    await context.setOffline(true)
    await payButton(page).click()
    await expect(page.getByRole('main').getByText(/check your internet connection/)).toBeVisible()
    await context.setOffline(false)
    await payButton(page).click()
    await expect(page.getByText('The payment done successfully')).toBeVisible()
  })

  test('just after the charge is charged once, and says so when Pay is pressed again', async ({
    page,
  }) => {
    await page.goto(`/dashboard/payment/${order}`)
    await fillCard(page, '4242424242424242')
    await page.route(
      /\/v1\/payment_intents\/pi_\w+\/confirm$/,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await payButton(page).click()
    const done = page.getByText(/^(The payment done successfully|This order is paid already\.)$/)
    const refused = page.getByRole('main').getByText(/check your internet connection/)
    await expect(refused.or(done)).toBeVisible()
    await expect(async () => {
      if (await payButton(page).isVisible()) await payButton(page).click({ timeout: 1000 })
      await expect(done).toBeVisible({ timeout: 2000 })
    }).toPass()
    await page.goto('/dashboard/myOrders')
    await expect(page.getByRole('row').filter({ hasText: part.name })).toContainText('Paid')
  })

  test('by a token that has run out is reported all the same', async ({ page }) => {
    await page.goto(`/dashboard/payment/${order}`)
    await fillCard(page, '4242424242424242')
    await expect(payButton(page)).toBeEnabled()
    await page.evaluate(() => localStorage.setItem('accessToken', 'run-out'))
    await payButton(page).click()
    await expect(page.getByText('The payment done successfully')).toBeVisible()
    await page.getByRole('link', { name: 'Your orders' }).click()
    await expect(page.getByRole('row').filter({ hasText: part.name })).toContainText('Paid')
  })
})

test.describe('a bank that asks first', () => {
  test.use({ expectedErrors: [/status of 402/] })
  const asks = '4000002760003184'

  test('is answered, and the order is paid', async ({ page }) => {
    await askBank(page, asks)
    await answerOfBank(page, 'Complete authentication').click()
    await expect(page.getByText('The payment done successfully')).toBeVisible()
  })

  test('is answered wrongly: one is told, and pays with another card', async ({ page }) => {
    await askBank(page, asks)
    await answerOfBank(page, 'Fail authentication').click()
    await expect(page.getByText(/unable to authenticate your payment method/)).toBeVisible()
    await fillCard(page, '4242424242424242')
    await payButton(page).click()
    await expect(page.getByText('The payment done successfully')).toBeVisible()
  })

  test('is not answered: whoever closed the tab pays in another one', async ({ page, context }) => {
    await askBank(page, asks)
    await expect(answerOfBank(page, 'Complete authentication')).toBeVisible()
    await page.close()
    await payInNewTab(context, '4242424242424242')
  })
})

/** Presses Pay with a card whose bank asks before it pays. */
async function askBank(page: Page, card: string) {
  await page.goto(`/dashboard/payment/${order}`)
  await fillCard(page, card)
  await payButton(page).click()
}

function answerOfBank(page: Page, name: string) {
  return page
    .frameLocator('iframe[title="3D Secure authentication frame"]')
    .getByRole('button', { name })
}

async function payInNewTab(context: BrowserContext, card: string) {
  const tab = await context.newPage()
  await tab.goto(`/dashboard/payment/${order}`)
  await fillCard(tab, card)
  await payButton(tab).click()
  await expect(tab.getByText('The payment done successfully')).toBeVisible()
}

function payButton(page: Page) {
  return page.getByRole('button', { name: 'Pay', exact: true })
}

function amountOf({ price, minimumOrder }: Part): string {
  const amount = price * minimumOrder
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
