import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ACCESS_TOKEN_KEY } from '../../../contract/constants.ts'
import { formatDollars } from '../../../contract/money.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { doubleClick } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  findPartFromEnd,
  type Part,
  payOrder,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
} from '../support/users-and-orders.ts'

/** The errors of an offline test. */
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|^CallError/] })

test('staff ship an order; the customer tracks the parcel, downloads the invoice and reorders', async ({
  page,
}) => {
  const part = await findPartFromEnd(page, 22)
  const customer = await signUpCustomer(page)
  const order = await placeOrder(page, customer, part)
  await payOrder(page, customer, order)
  const cookies = await page.context().cookies()
  await signInAsStaff(page)

  await test.step('staff compare the payment with the provider’s and repair it', async () => {
    await page.goto(`/dashboard/manageOrders?search=${encodeURIComponent(customer.email)}`)
    await page.getByRole('row').getByRole('link', { name: /^FH-/ }).click()
    await page.getByRole('complementary').getByRole('link', { name: /^FH-/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order FH-/)
    await expect(getTimelineSteps(page).first()).toHaveText(
      new RegExp(`^Order placed.*, by ${customer.name}$`),
    )
    const payment = page.getByRole('row').filter({ hasText: /pi_\w+/ })
    await expect(payment).toContainText('Paid this order')
    await expect(payment).toContainText(`${formatTotal(part)} received`)
    await expect(payment).toContainText('Matches')
    await page.getByText('Card provider’s events').click()
    await expect(page.getByText('payment_intent.succeeded')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(getTimelineSteps(page)).not.toHaveCount(0)
    await expect(page.getByRole('navigation').or(page.getByRole('button'))).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Check Payments' }).click()
    await expect(
      page.getByText('No changes needed. Our records match the card provider.'),
    ).toBeVisible()
  })

  await test.step('staff download the packing slip', async () => {
    await page.getByLabel('A4').check()
    const slip = await downloadDocument(page, /^Packing Slip/)
    expect(slip.name).toMatch(/^packing-slip-FH-\d+\.pdf$/)
    expect(slip.text).toContain('/MediaBox [0 0 595.28 841.89]')
  })

  await test.step('a tracking number needs a carrier', async () => {
    await page.getByRole('button', { name: 'Ship Order' }).click()
    const question = page.getByRole('alertdialog', { name: 'Ship this order?' })
    await question.getByLabel('Tracking number').fill('0034 0434 1610')
    await question.getByRole('button', { name: 'Ship Order' }).click()
    await expect(question.getByText('Enter a carrier.')).toBeVisible()
    await expectAccessible(page, 'dialog[open]')
    await question.getByLabel('Carrier').fill('dhl')
    await doubleClick(question.getByRole('button', { name: 'Ship Order' }), /\/shipped\//)
    await expectToast(page, 'Status Changed successfully')
    await expect(page.getByText('Paid and shipped.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refund Order' })).toHaveCount(0)
  })

  await test.step('staff correct the tracking number', async () => {
    await page.getByRole('button', { name: 'Change Tracking' }).click()
    const question = page.getByRole('alertdialog', { name: 'Tracking details' })
    await expect(question.getByLabel('Carrier')).toHaveValue('dhl')
    await question.getByLabel('Tracking number').fill('1Z999')
    await question.getByLabel('Carrier').fill('UPS')
    await page.context().setOffline(true)
    await question.getByLabel('Carrier').press('Enter')
    await expect(page.getByText(/^The tracking details may have been saved\./)).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Change Tracking' }).click()
    await question.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Tracking saved')
    await expect(getTimelineSteps(page).last()).toHaveText(
      /Tracking updated.*UPS\s*1Z999\s*Track parcel$/,
    )
  })

  await test.step('the customer sees the tracking number', async () => {
    // Ends the staff's requests, whose responses would set their cookies again.
    await page.evaluate((key) => localStorage.removeItem(key), ACCESS_TOKEN_KEY)
    await page.goto('about:blank')
    await page.context().addCookies(cookies)
    await page.goto('/dashboard/myOrders')
    await expect(page.getByRole('button', { name: 'Order Again' })).toBeVisible()
    await page.getByRole('link', { name: part.name }).click()
    await expect(getTimelineSteps(page).last()).toHaveText(
      /by our staff\s*UPS\s*1Z999\s*Track parcel$/,
    )
    await expect(page.getByRole('link', { name: 'Track parcel' })).toHaveAttribute(
      'href',
      'https://www.ups.com/track?tracknum=1Z999',
    )
    await expect(page.getByRole('button', { name: /^Packing Slip/ })).toHaveCount(0)
  })

  await test.step('the customer downloads the invoice in the paper size chosen in this browser', async () => {
    await expect(page.getByLabel('A4')).toBeChecked()
    await page.getByLabel('Letter').check()
    const invoice = await downloadDocument(page, /^Invoice/)
    expect(invoice.name).toMatch(/^invoice-FH-\d{6}\.pdf$/)
    expect(invoice.text).toContain('/MediaBox [0 0 612 792]')
    const number = invoice.name.slice('invoice-'.length, -'.pdf'.length)
    await expect(page.getByRole('button', { name: `Invoice ${number}` })).toBeVisible()
  })

  await test.step('the customer orders again from a filled cart', async () => {
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await menu.getByRole('link', { name: 'My Orders' }).click()
    await page.getByRole('row').getByRole('button', { name: 'Order Again' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('main')).toContainText(part.name)
    await page.goto('/dashboard/myOrders')
    await expect(page.getByRole('row').filter({ hasText: part.name })).toHaveCount(1)
  })
})

/** Presses the button of a document and reads the downloaded file. */
async function downloadDocument(page: Page, name: RegExp) {
  const downloadEvent = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  const download = await downloadEvent
  const text = await readFile(await download.path(), 'latin1')
  expect(text.slice(0, 5)).toBe('%PDF-')
  return { name: download.suggestedFilename(), text }
}

function getTimelineSteps(page: Page) {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Timeline' }) })
    .getByRole('listitem')
}

function formatTotal({ price, minimumOrder }: Part): string {
  return formatDollars(price * minimumOrder)
}
