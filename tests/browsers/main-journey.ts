import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { waitUntil } from '../support/wait-until.ts'
import { openFirefox } from './firefox.ts'
import { createPage, type Page } from './page.ts'
import { openWebKit } from './webkit.ts'

const shop = process.env.SHOP_URL ?? ''
const sandbox = process.env.SANDBOX_URL ?? ''
const admin = { email: 'admin@freehub.test', password: 'sandbox-only' }

for (const [name, open] of Object.entries({ Firefox: openFirefox, WebKitGTK: openWebKit }))
  test(`a visitor signs up, orders and pays, and staff ship the order in ${name}`, async (t) => {
    const browser = await open()
    const page = createPage(browser)
    const runStep = async (step: string, run: () => Promise<void>) => {
      await run().catch(async (cause) => {
        throw new Error(`Failed: ${step}. The page:\n${await page.readText()}`, { cause })
      })
      t.diagnostic(step)
    }
    try {
      await runJourney(page, runStep)
    } finally {
      await browser.close()
    }
  })

async function runJourney(
  page: Page,
  step: (name: string, run: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const email = `ada-${randomUUID()}@dealer.example`
  const password = 'spoke-by-spoke'

  await step('opens a part from the home page', async () => {
    await page.navigate(shop)
    await page.waitForElement('.session:not([data-session=loading])')
    await page.click({ kind: 'link', name: 'Book Now', within: 'main' })
    await page.waitForPath('/login')
  })

  await step('signs up and returns to the part', async () => {
    await page.click({ kind: 'button', name: 'Sign Up', within: 'main' })
    await page.fill('Name', 'Ada Dealer')
    await page.fill('Email', email)
    await page.fill('Password', password)
    await page.click({ kind: 'button', name: 'Sign Up', within: 'main form' })
    await page.waitForPath('/purchase/')
  })

  await step('places an order', async () => {
    await page.fill('Phone', '+49 40 5550 120')
    await page.fill('Address', 'Werftstrasse 8, 20457 Hamburg')
    await page.click({ kind: 'button', name: 'Place Order' })
    await page.waitForText('Product Booking Successful')
    await page.waitForPath('/dashboard/myOrders')
  })

  await step('confirms the email with the link in the mail', async () => {
    await page.navigate(await waitForLink(email, '/confirm-email'))
    await page.click({ kind: 'button', name: 'Confirm Email' })
    await page.waitForText('Email Confirmed')
  })

  await step('pays by card', async () => {
    await page.navigate(`${shop}/dashboard/myOrders`)
    await page.click({ kind: 'link', name: 'Pay Now' })
    await page.tabToFrame('Secure card payment input frame')
    await page.typeInto('Credit or debit card number', '4242424242424242')
    await page.typeInto('Credit or debit card expiration date', '1234')
    await page.typeInto('Credit or debit card CVC/CVV', '123')
    await page.leaveFrame()
    await page.click({ kind: 'button', name: 'Pay $', isPrefix: true })
    await page.waitForText('The payment done successfully')
  })

  await step('staff ship the order', async () => {
    await page.click({ kind: 'button', name: 'Logout' })
    await page.waitForPath('/login')
    await page.fill('Email', admin.email)
    await page.fill('Password', admin.password)
    await page.click({ kind: 'button', name: 'Login', within: 'main form' })
    await page.waitForText('Logout')
    await page.navigate(`${shop}/dashboard/manageOrders?search=${email}`)
    await page.click({ kind: 'button', name: 'Ship Order', within: 'main' })
    await page.click({ kind: 'button', name: 'Ship Order', within: '[role=alertdialog]' })
    await page.waitForText('Status Changed successfully')
  })
}

/** Waits for a mail with a link to the path. Returns the link. */
function waitForLink(email: string, path: string): Promise<string> {
  return waitUntil(`a mail to ${email} has a link to ${path}`, async () => {
    const response = await fetch(`${sandbox}/mail.json?to=${encodeURIComponent(email)}`)
    const mails = (await response.json()) as { text: string }[]
    return mails
      .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
      .find((link) => new URL(link).pathname.startsWith(path))
  })
}
