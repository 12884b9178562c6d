import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readPdfLines } from '../../support/pdf-text.ts'
import { tabTo } from '../support/accessibility.ts'
import { waitForMail } from '../support/inbox.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import {
  confirmEmail,
  fillCard,
  fillCart,
  findPartsFromEnd,
  generateNewUser,
  getStaffHeaders,
  type Part,
  signUp,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

test('a visitor fills a cart of twelve parts, signs up, edits by keyboard, orders and pays at 375 pixels', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const dealer = generateNewUser()
  const scarce = await addScarcePart(page)
  let names: string[] = []

  await test.step('a visitor fills the cart', async () => {
    await page.goto('/allParts?family=chains&family=cassettes')
    await waitForHydration(page)
    const buttons = page.getByRole('button', { name: /^Add \d+ to Cart: / })
    const labels = await buttons.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
    for (const label of labels.slice(0, 11))
      await page.getByRole('button', { name: label, exact: true }).click()
    names = labels.slice(0, 11).map((label) => label.replace(/^Add \d+ to Cart: /, ''))
    await expect(page.getByRole('link', { name: 'Cart, 11 lines', exact: true })).toBeVisible()
    await page.goto(`/allParts/${scarce._id}`)
    await waitForHydration(page)
    await page.getByLabel('Order Quantity').fill('60')
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    names.push(scarce.name)
    await page.getByRole('link', { name: 'Cart, 12 lines', exact: true }).click()
    await expectCartFits(page)
  })

  await test.step('signs up on the way to the checkout, and confirms the email', async () => {
    await page.getByRole('link', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(/\/login/)
    await signUp(page, dealer)
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByText(/^12 lines, /)).toBeVisible()
    await expect(page.getByRole('status', { name: 'Carts merged' })).toBeVisible()
    await confirmEmail(page)
  })

  await test.step('finds the merged cart, in which one part now has too little stock', async () => {
    await sell(page, scarce, 90)
    const link = page.getByRole('link', { name: 'Cart, 12 lines', exact: true })
    await tabTo(page, link)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status', { name: 'Carts merged' })).toContainText(
      '12 lines from this browser were added to your cart:',
    )
    await expect(getRows(page)).toHaveCount(12)
  })

  await editAndOrder(page, names, { scarce, left: 10 })

  await test.step('pays', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Pay Now' }))
    await page.keyboard.press('Enter')
    await fillCard(page, '4242424242424242')
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByText('The payment done successfully')).toBeVisible()
  })

  await test.step('sees all lines on the order page, the invoice and in the mail', async () => {
    await page.goBack()
    await expect(page.getByText('Paid. Ready to ship.')).toBeVisible()
    const lines = page.getByRole('table', { name: 'Lines' }).locator('tbody').getByRole('row')
    await expect(lines).toHaveCount(names.length)
    const invoice = await downloadInvoice(page)
    const mail = await waitForMail(request, dealer.email, /^Your order FH-/)
    for (const name of names) {
      await expect(lines.filter({ hasText: name })).toHaveCount(1)
      expect(mail.text).toContain(name)
      // A longer name continues on the next line.
      expect(invoice).toContain(name.slice(0, 20))
    }
  })
})

test('a customer edits a cart of twelve parts by keyboard and orders them at 1440 pixels', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  const customer = await signUpCustomer(page)
  const scarce = await addScarcePart(page)
  const parts = [...(await findPartsFromEnd(page, 60, 11)), { ...scarce, minimumOrder: 60 }]
  await fillCart(page, customer, parts)
  await page.goto('/cart')
  await expectCartFits(page)
  await sell(page, scarce, 100)
  await page.reload()
  const names = parts.map(({ name }) => name)
  await editAndOrder(page, names, { scarce, left: 0 })
})

/** Edits the cart by keyboard, and orders its parts. `left`: the stock of one part. Without stock it is removed. */
async function editAndOrder(
  page: Page,
  names: string[],
  { scarce, left }: { scarce: Part; left: number },
) {
  let releaseCart = () => {}
  let changes: [name: string, quantity: string][] = []

  await test.step('takes the remaining stock of this part or removes it, and changes quantities, by keyboard', async () => {
    const problem = page.getByRole('region', { name: '1 line needs your attention' })
    await tabTo(page, problem.getByRole('link', { name: scarce.name }))
    await page.keyboard.press('Enter')
    if (left > 0) {
      await tabTo(page, page.getByRole('button', { name: `Take ${left}: ${scarce.name}` }))
      await page.keyboard.press('Enter')
      await expect(getQuantity(page, scarce.name)).toHaveValue(String(left))
    } else {
      // The line's other Remove button has an icon instead of a text.
      const remove = page.getByRole('button', { name: `Remove: ${scarce.name}` })
      await tabTo(page, remove.filter({ hasText: 'Remove' }))
      await page.keyboard.press('Enter')
      await expect(page.getByText(`${scarce.name} removed`)).toBeVisible()
      names.pop()
    }
    await expect(problem).toHaveCount(0)
    const kept = names[2] ?? ''
    await tabTo(page, page.getByRole('button', { name: `Remove: ${kept}` }))
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${kept} removed`)).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: `Undo: ${kept} removed` }))
    await page.keyboard.press('Enter')
    await expect(getRows(page).filter({ hasText: kept })).toBeFocused()
    const [stepped, typed] = [getQuantities(page).nth(0), getQuantities(page).nth(1)]
    await tabTo(page, stepped)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(typed).toBeFocused()
    const more = String(Number(await typed.inputValue()) + 7)
    releaseCart = await holdRequests(page, '/api/cart')
    await page.keyboard.type(more)
    changes = await Promise.all([stepped, typed].map(readQuantity))
    expect(changes[1]?.[1]).toBe(more)
  })

  await test.step('places the order by keyboard, after the changes are saved', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Checkout' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/cart')
    releaseCart()
    await expect(page).toHaveURL('/checkout')
    const lines = page.getByRole('list', { name: 'Lines of the order' }).getByRole('listitem')
    if (page.viewportSize()?.width === 375) {
      await tabTo(page, page.getByRole('region', { name: 'Summary' }).locator('summary'))
      await page.keyboard.press('Enter')
    }
    if (left > 0) changes.push([scarce.name, String(left)])
    await expect(lines).toHaveCount(names.length)
    for (const [name, quantity] of changes)
      await expect(lines.filter({ hasText: name })).toContainText(
        `${Number(quantity).toLocaleString('en-US')} ×`,
      )
    await tabTo(page, page.getByLabel('Address'))
    await page.keyboard.insertText('Werftstrasse 8, Hamburg')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('+49 40 5550 120')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/order\//)
  })
}

async function expectCartFits(page: Page) {
  await expect(getRows(page)).toHaveCount(12)
  await expect(page.getByRole('link', { name: 'Checkout' })).toBeInViewport()
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(scrollWidth).toBe(page.viewportSize()?.width)
}

const getRows = (page: Page) => page.getByRole('list', { name: /^Lines / }).locator('> li')

const getQuantity = (page: Page, name: string): Locator =>
  page.getByLabel(`Quantity: ${name}`, { exact: true })

const getQuantities = (page: Page) => page.getByLabel(/^Quantity: /)

async function readQuantity(input: Locator): Promise<[name: string, quantity: string]> {
  const label = await input.getAttribute('aria-label')
  return [label?.replace('Quantity: ', '') ?? '', await input.inputValue()]
}

/** Adds a part with 100 pieces in stock. */
async function addScarcePart({ request }: Page): Promise<Part> {
  const data = {
    name: `Scarce cog ${crypto.randomUUID().slice(0, 8)}`,
    description: 'A part that sells out.',
    img: '/drawings/FH-10110-7.svg',
    price: 2,
    minimumOrder: 10,
    availableQuantity: 100,
  }
  const headers = await getStaffHeaders()
  const response = await request.post('/parts', { data, headers })
  expect(response.ok(), await response.text()).toBe(true)
  return { _id: (await response.json()).insertedId, ...data }
}

/** Removes pieces of a part from the stock. */
async function sell({ request }: Page, { _id }: Part, pieces: number): Promise<void> {
  const data = { pieces: -pieces, reason: 'Sold at the fair' }
  const headers = await getStaffHeaders()
  const response = await request.post(`/api/parts/${_id}/stock`, { data, headers })
  expect(response.ok(), await response.text()).toBe(true)
}

/** Downloads the order's invoice and returns its text. */
async function downloadInvoice(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Invoice/ }).click(),
  ])
  return readPdfLines(await readFile(await download.path())).join('\n')
}
