import { type Browser, chromium, type Page, type Route } from '@playwright/test'
import type Stripe from 'stripe'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { serveCardPage } from '../testing/card-page.ts'
import { createStripeClient, testSettings } from '../testing/sandbox-helpers.ts'

/** Shorter than the timeout of a test, so that the error says what was missing. */
const BROWSER_TIMEOUT_MS = 55_000

let sandbox: Sandbox
let stripe: Stripe
let browser: Browser
let shop: Awaited<ReturnType<typeof serveCardPage>>
let page: Page
let consoleErrors: string[]

beforeAll(async () => {
  sandbox = await startSandbox(testSettings())
  stripe = createStripeClient(sandbox.url)
  shop = await serveCardPage(sandbox.url)
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    timeout: BROWSER_TIMEOUT_MS,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })
  // All tests share a page, because a process for each test doubles the CPU time.
  page = await browser.newPage()
  page.setDefaultTimeout(BROWSER_TIMEOUT_MS)
  page.on('console', (message) => {
    const isExpected = /status of 402/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(error.message))
})

beforeEach(() => {
  consoleErrors = []
})
afterEach(async () => {
  await page.goto('about:blank')
  expect(consoleErrors).toEqual([])
})

afterAll(async () => {
  await browser?.close()
  await shop?.close()
  await sandbox?.close()
})

const cardFrame = () => page.frameLocator('iframe[name^="__privateStripeFrame"]')
const challenge = () => page.frameLocator('iframe[name="__privateStripeFrameChallenge"]')
const result = () => page.locator('#result')
const status = async (intent: Stripe.PaymentIntent) =>
  (await stripe.paymentIntents.retrieve(intent.id)).status

async function open(options?: Parameters<Page['goto']>[1]) {
  const intent = await stripe.paymentIntents.create({ amount: 129_900, currency: 'usd' })
  await page.goto(`${shop.url}#secret=${intent.client_secret}`, options)
  await cardFrame().locator('[name=cardnumber]').waitFor()
  return intent
}

async function fill(number: string, { expiry = '12 / 40', cvc = '123' } = {}) {
  await cardFrame().locator('[name=cardnumber]').fill(number)
  await cardFrame().locator('[name=exp-date]').fill(expiry)
  await cardFrame().locator('[name=cvc]').fill(cvc)
}

const pay = () => page.getByRole('button', { name: 'Pay' }).click()
const expectResult = (text: string) => expect.poll(() => result().textContent()).toBe(text)

describe('A customer', () => {
  test('types a whole card while the focus moves through the fields', async () => {
    await open()
    await cardFrame().locator('[name=cardnumber]').click()
    await page.keyboard.type('55555555555544441230777')
    const read = (name: string) => cardFrame().locator(`[name=${name}]`).inputValue()
    expect(await read('cardnumber')).toBe('5555 5555 5555 4444')
    expect(await read('exp-date')).toBe('12 / 30')
    expect(await read('cvc')).toBe('777')
    const changes = await page.evaluate(() => (window as never as { changes: object[] }).changes)
    expect(changes[0]).toMatchObject({ empty: false, complete: false, brand: 'unknown' })
    expect(changes.at(-1)).toMatchObject({
      elementType: 'card',
      complete: true,
      brand: 'mastercard',
    })
    await page.keyboard.press('Enter')
    await expectResult('succeeded')
  })

  test('pays with a card typed before the script of the field has loaded', async () => {
    const typed = Promise.withResolvers<void>()
    const holdScript = (route: Route) => typed.promise.then(() => route.continue())
    await page.route('**/card-element.js', holdScript)
    // The route stays until the end. Playwright may lose a request that is held while its route is removed.
    onTestFinished(() => page.unroute('**/card-element.js', holdScript))
    // The script delays the load event.
    await open({ waitUntil: 'commit' })
    await fill('4242424242424242', { expiry: '1240' })
    typed.resolve()
    await page.locator('.StripeElement--complete').waitFor()
    expect(await cardFrame().locator('[name=exp-date]').inputValue()).toBe('12 / 40')
    await pay()
    await expectResult('succeeded')
  })

  test('corrects single characters', async () => {
    await open()
    const expiry = cardFrame().locator('[name=exp-date]')
    await expiry.pressSequentially('5')
    expect(await expiry.inputValue()).toBe('05 / ')
    await page.keyboard.press('Backspace')
    expect(await expiry.inputValue()).toBe('0')
    const number = cardFrame().locator('[name=cardnumber]')
    await number.pressSequentially('42424')
    await page.keyboard.press('Home')
    await page.keyboard.type('4')
    expect(await number.inputValue()).toBe('4424 24')
    await page.keyboard.type('9')
    expect(await number.inputValue()).toBe('4942 424')
  })

  test('is declined with one card and pays with another', async () => {
    const intent = await open()
    await fill('4000000000000002')
    await pay()
    await expectResult('Your card was declined.')
    const confirmation = await page.evaluate(
      () => (window as never as { confirmation: object }).confirmation,
    )
    expect(confirmation).toMatchObject({
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        payment_intent: { id: intent.id, status: 'requires_payment_method' },
      },
    })
    await fill('4242424242424242')
    await pay()
    await expectResult('succeeded')
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['payment_method'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      payment_method: {
        card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 },
        billing_details: {
          name: 'Ada',
          email: 'ada@example.com',
        },
      },
    })
  })

  test('sees an error message for each mistyped field', async () => {
    const intent = await open()
    for (const [number, options, message] of [
      ['4242424242424241', {}, 'Your card number is invalid.'],
      ['42424242', {}, 'Your card number is incomplete.'],
      ['4242424242424242', { expiry: '12' }, "Your card's expiration date is incomplete."],
      ['4242424242424242', { expiry: '12 / 20' }, "Your card's expiration year is in the past."],
      ['4242424242424242', { cvc: '1' }, "Your card's security code is incomplete."],
    ] as const) {
      await fill(number, options)
      await pay()
      await expectResult(message)
      await page.locator('.StripeElement--invalid').waitFor()
    }
    await fill('4111111111111111')
    await pay()
    await expectResult(
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    )
    await page.locator('.StripeElement--complete').waitFor()
    expect(await status(intent)).toBe('requires_payment_method')
  })

  test('fails and passes 3-D Secure, is declined, and pays with another card', async () => {
    const intent = await open()
    for (const fail of [
      () => challenge().getByRole('button', { name: 'Fail authentication' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await fill('4000002500003155')
      await pay()
      await challenge().getByText('$1,299.00').waitFor()
      await fail()
      await expectResult(
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      )
      const confirmation = await page.evaluate(
        () => (window as never as { confirmation: object }).confirmation,
      )
      expect(confirmation).toMatchObject({
        error: { code: 'payment_intent_authentication_failure', payment_intent: { id: intent.id } },
      })
      expect(await status(intent)).toBe('requires_payment_method')
    }
    await fill('4000008400001629')
    await pay()
    await challenge().getByRole('button', { name: 'Complete authentication' }).click()
    await expectResult('Your card was declined.')
    expect(await status(intent)).toBe('requires_payment_method')
    await fill('4000002760003184')
    await pay()
    await challenge().getByText('$1,299.00').waitFor()
    expect(await status(intent)).toBe('requires_action')
    await challenge().getByRole('button', { name: 'Complete authentication' }).click()
    await expectResult('succeeded')
    expect(await page.locator('dialog').count()).toBe(0)
  })
})

describe('The shop page', () => {
  test('styles the field, never sees the number and cannot control the field by messages', async () => {
    const intent = await open()
    await fill('4242424242424242')
    const color = await cardFrame()
      .locator('[name=cvc]')
      .evaluate((input) => getComputedStyle(input).color)
    expect(color).toBe('rgb(20, 30, 40)')
    const changes = await page.evaluate(() =>
      JSON.stringify((window as never as { changes: object[] }).changes),
    )
    expect(changes).not.toContain('42424')
    expect(await page.locator('iframe').getAttribute('title')).toBe(
      'Secure card payment input frame',
    )

    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.evaluate((url) => {
      const frame = document.querySelector('iframe')?.contentWindow
      frame?.postMessage({ type: 'submit', call: 1, path: '/v1/refunds', fields: {} }, url)
    }, sandbox.url)
    const [, field] = page.frames()
    // Messages arrive in the order in which they are posted.
    await field?.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => data === 'the last' && resolve())
          postMessage('the last', '*')
        }),
    )
    expect(requests).toEqual([])
    expect(await status(intent)).toBe('requires_payment_method')
  })
})
