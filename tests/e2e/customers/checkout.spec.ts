import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { doubleClick } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  type Customer,
  fillCart,
  findPartsFromEnd,
  getQuantity,
  getStaffHeaders,
  type Part,
  placeOrderOfLines,
  signUpCustomer,
} from '../support/users-and-orders.ts'

let customer: Customer

test.beforeEach(async ({ page }) => {
  customer = await signUpCustomer(page)
})

test.describe('a customer with a line whose part is no longer sold', () => {
  test.use({ expectedErrors: [/status of 409|^CallError/] })

  test('leaves the line out and orders the other lines on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    const parts = await findPartsFromEnd(page, 48, 2)
    const [deleted, tooFew] = [await addPart(page), await addPart(page)]
    await fillCart(page, customer, [deleted, { ...tooFew, minimumOrder: 1 }, ...parts])
    await page.goto('/checkout')
    await expect(page.getByText(/^3 of 4 lines, /)).toBeVisible()
    const kept = page.getByRole('heading', { name: /^1 (other )?line stays in your cart$/ })
    const reason = page.getByText(`${tooFew.name}, 1 piece:`)
    await expect(kept).toBeVisible()
    await expect(reason).toBeHidden()
    const notice = await page.getByRole('region', { name: '1 line stays' }).boundingBox()
    expect(notice?.height, 'one line').toBeLessThan(80)
    await fillContact(page)
    await page.getByLabel('Note').fill('Ring twice.')
    await page.getByLabel('Your reference').fill('PO 4500-77 '.repeat(6))
    await page.getByRole('button', { name: /^Place Order/ }).click()
    await expect(page.getByText('Enter at most 60 characters.')).toBeVisible()
    await page.getByLabel('Your reference').fill('PO 4500-77')
    await expectAccessible(page)
    await page.request.delete(`/part/${deleted._id}`, { headers: await getStaffHeaders() })
    await page.getByLabel('Phone').press('Enter')
    const refused = page.getByRole('region', { name: 'Not placed: 1 more line can’t be ordered' })
    await expect(refused).toContainText(
      `${deleted.name}, 10 pieces: This part is no longer sold. It can’t be ordered now.`,
    )
    await expect(refused).toBeFocused()
    await expect(refused).toBeInViewport()
    await kept.click()
    await expect(reason).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByText(/^2 of 4 lines, /)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await page.getByRole('button', { name: 'Place Order (2 Lines)' }).click()
    await expect(page).toHaveURL(/\/dashboard\/order\//)
    await expectToast(page, /^Order FH-\d+ placed/)
    await page.getByRole('button', { name: 'All details' }).click()
    await expect(page.getByText('Ring twice.')).toBeVisible()
    await expect(page.getByText('PO 4500-77')).toBeVisible()
    await expect(page.locator('#line-3')).toHaveCount(0)
    const cart = await readCart(page)
    expect(cart.lines.map(({ productId }) => productId)).toEqual([deleted._id, tooFew._id])
  })
})

test('the checkout fills in the last address and offers earlier ones', async ({ page }) => {
  const parts = await findPartsFromEnd(page, 48, 1)
  const [part] = parts as [Part]
  const { headers } = customer
  const branches = ['Werftstrasse 8, Hamburg', 'Kanalweg 3\nBremen']
  for (const address of [...branches, branches[0]]) {
    const data = { productId: part._id, quantity: part.minimumOrder, phone: '+49 40 5550 120' }
    const order = await page.request.post('/booking', { headers, data: { ...data, address } })
    expect(order.ok(), await order.text()).toBe(true)
  }
  await fillCart(page, customer, parts)
  await page.goto('/checkout')
  const address = page.getByLabel('Address', { exact: true })
  const buttons = page.getByRole('list', { name: 'Earlier addresses' }).getByRole('button')
  await expect(buttons).toHaveText(['Werftstrasse 8, Hamburg', 'Kanalweg 3, Bremen'])
  await expect(address).toHaveValue('Werftstrasse 8, Hamburg')
  await expect(buttons.first()).toHaveAttribute('aria-pressed', 'true')
  await address.fill('')
  await address.blur()
  await expect(page.getByText('Please Provide Your Address')).toBeVisible()
  await buttons.last().click()
  await expect(address).toHaveValue('Kanalweg 3\nBremen')
  await expect(page.getByText('Please Provide Your Address')).toBeHidden()
  await expect(buttons.last()).toBeFocused()
  await expect(buttons.last()).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await page.reload()
  await expect(address).toHaveValue('Kanalweg 3\nBremen')
})

test.describe('a customer with two tabs', () => {
  test.use({ expectedErrors: [/status of 409|^CallError/] })

  test('places one order by a double click, and none from the other tab', async ({
    page,
    context,
  }) => {
    const parts = await findPartsFromEnd(page, 48, 2)
    await fillCart(page, customer, parts)
    await page.goto('/checkout')
    await fillContact(page)
    const other = await context.newPage()
    await other.goto('/checkout')
    await expect(getPlaceButton(other)).toBeVisible()
    await fillContact(other)
    // The other tab is not notified of the order before it places its own.
    await other.route('**/api/cart', (route) => route.abort())
    await doubleClick(getPlaceButton(page), /\/api\/orders$/)
    await expect(page).toHaveURL(/\/dashboard\/order\//)
    await getPlaceButton(other).click()
    await expect(other.getByText(/^Your cart has changed in another window/)).toBeVisible()
    await other.unroute('**/api/cart')
    await expect(other.getByText('Your cart is empty', { exact: true })).toBeVisible()
    expect(await countOrders(page)).toBe(1)
  })

  test('sees all changes since they saw the cart, without those that were undone', async ({
    page,
  }) => {
    const [part, other] = [await addPart(page), await addPart(page)]
    await openCheckout(page, [part, other])
    const notice = page.getByRole('region', { name: 'Your cart has changed' })
    await setQuantityElsewhere(page, part, { set: 0, seen: 10 })
    await returnToTabUntil(page, notice.getByText(part.name))
    await setQuantityElsewhere(page, other, { set: 30, seen: 10 })
    await returnToTabUntil(page, notice.getByText(`30 pieces instead of 10: ${other.name}`))
    await expect(notice).toContainText(part.name)
    await expect(notice).toContainText('New totalBefore: $50.00 Now: $75.00 (+$25.00)')
    await setQuantityElsewhere(page, part, { set: 10, seen: 0 })
    await returnToTabUntil(page, page.getByText('2 lines, 40 pieces'))
    await expect(notice).not.toContainText(part.name)
    await setQuantityElsewhere(page, other, { set: 10, seen: 30 })
    await returnToTabUntil(page, page.getByText('2 lines, 20 pieces'))
    await expect(notice).toHaveCount(0)
  })

  test('can add a part again after another tab removed it', async ({ page }) => {
    const [part, other] = [await addPart(page), await addPart(page)]
    await openCheckout(page, [part, other])
    await setQuantityElsewhere(page, part, { set: 0, seen: part.minimumOrder })
    const addAgain = page.getByRole('button', { name: `Add Again: ${part.name}` })
    await returnToTabUntil(page, addAgain)
    await addAgain.press('Enter')
    await expect(page.getByText('2 lines, 20 pieces')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your cart has changed' })).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await getPlaceButton(page).click()
    await expect(page).toHaveURL(/\/dashboard\/order\//)
    await expect(page.getByText('$50.00').first()).toBeVisible()
  })
})

test.describe('a customer whose connection breaks', () => {
  test.use({ expectedErrors: [/status of 409|ERR_FAILED|^CallError/] })

  test('sees changed prices before paying them, keeps the typed text, and places one order although the response is lost', async ({
    page,
  }) => {
    const part = await addPart(page)
    await fillCart(page, customer, [part])
    await page.goto('/cart')
    await page.getByRole('link', { name: 'Checkout', exact: true }).click()
    await fillContact(page)
    await page.getByLabel('Note').fill('Ring twice.')
    const changed = await page.request.patch(`/api/parts/${part._id}`, {
      data: { price: 3 },
      headers: await getStaffHeaders(),
    })
    expect(changed.ok(), await changed.text()).toBe(true)
    await getPlaceButton(page).click()
    const note = page.getByRole('region', { name: 'Not placed: some prices have changed' })
    await expect(note).toContainText(`${part.name}Before: $2.50 Now: $3.00`)
    await expect(note).toContainText('New totalBefore: $25.00 Now: $30.00 (+$5.00)')
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('Note')).toHaveValue('Ring twice.')
    await expect(page.getByLabel('Address')).toHaveValue('Werftstrasse 8, Hamburg')
    await page.route('**/api/orders', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await getPlaceButton(page).click()
    await expect(page.getByText(/The order won’t be placed twice\.$/)).toBeVisible()
    await page.unroute('**/api/orders')
    await getPlaceButton(page).click()
    await expect(page).toHaveURL(/\/dashboard\/order\//)
    await expect(page.getByText('$30.00').first()).toBeVisible()
    expect(await countOrders(page)).toBe(1)
    await page.goBack()
    await expect(page).toHaveURL('/cart')
  })
})

test('a customer with a line that can’t be ordered orders the other lines with one click', async ({
  page,
}) => {
  const [part, other] = [await addPart(page), await addPart(page)]
  await openCheckout(page, [{ ...part, minimumOrder: 1 }, other])
  await expect(page.getByRole('region', { name: '1 line stays in your cart' })).toBeVisible()
  await page.getByRole('button', { name: 'Place Order (1 Line)', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/order\//)
  await expect(page.getByText('$25.00').first()).toBeVisible()
  expect((await readCart(page)).lines.map(({ productId }) => productId)).toEqual([part._id])
})

test.describe('a customer whose lines the server refuses', () => {
  test.use({ expectedErrors: [/status of 409|^CallError/] })

  test('takes the smallest quantities, and orders them', async ({ page }) => {
    const [part, other, third] = [await addPart(page), await addPart(page), await addPart(page)]
    await openCheckout(page, [{ ...part, minimumOrder: 1 }, other, third])
    const notice = page.getByRole('region', { name: '1 line stays in your cart' })
    const headers = await getStaffHeaders()
    await page.request.patch(`/api/parts/${other._id}`, { data: { minimumOrder: 20 }, headers })
    await getPlaceButton(page).click()
    await expect(page.getByText('Not placed: 1 more line can’t be ordered')).toBeVisible()
    await page.getByRole('button', { name: `Take 20: ${other.name}` }).press('Enter')
    await expect(notice).toBeFocused()
    await notice.getByRole('heading').click()
    await notice.getByRole('button', { name: `Take 10: ${part.name}` }).press('Enter')
    await expect(getPlaceButton(page)).toBeFocused()
    await expect(notice).toHaveCount(0)
    await expect(page.getByText('3 lines, 40 pieces')).toBeVisible()
    await getPlaceButton(page).click()
    await expect(page).toHaveURL(/\/dashboard\/order\//)
    await expect(page.getByText('$100.00').first()).toBeVisible()
  })

  test('orders a line that they have corrected on another device', async ({ page }) => {
    const scarce = { availableQuantity: 24, minimumOrder: 5 }
    const [part, other] = [await addPart(page, scarce), await addPart(page, scarce)]
    const tooMany = { minimumOrder: 20 }
    await openCheckout(page, [
      { ...part, ...tooMany },
      { ...other, ...tooMany },
    ])
    await getPlaceButton(page).click()
    await expect(page.getByText('Not placed: 2 lines can’t be ordered')).toBeVisible()
    const secondTry = page.waitForResponse(/\/api\/orders$/)
    await getPlaceButton(page).click()
    expect(await (await secondTry).json()).toMatchObject({ code: 'stock_share_too_high' })
    await setQuantityElsewhere(page, part, { set: 5, seen: 20 })
    await returnToTabUntil(page, page.getByText(`5 pieces instead of 20: ${part.name}`))
    await getPlaceButton(page).click()
    await page.getByRole('button', { name: 'Place Order (1 Line)', exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard\/order\//)
    await expect(page.getByText('$12.50').first()).toBeVisible()
    expect((await readCart(page)).lines.map(({ productId }) => productId)).toEqual([other._id])
  })
})

test('a customer saves an order as a list named after its number, and orders its lines again through the cart', async ({
  page,
}) => {
  const parts = await findPartsFromEnd(page, 48, 3)
  const { orderId, orderNumber } = await placeOrderOfLines(page, customer, parts)
  const gone = await addPart(page)
  const other = await placeOrderOfLines(page, customer, [...parts, gone])
  await page.request.delete(`/part/${gone._id}`, { headers: await getStaffHeaders() })
  for (const id of [orderId, other.orderId])
    await page.request.delete(`/booking/${id}?client=${customer.email}`, {
      headers: customer.headers,
    })
  await page.goto(`/dashboard/order/${other.orderId}`)
  await page.getByRole('button', { name: 'Save as List' }).click()
  await expect(page.getByLabel('Name of the list')).toHaveValue(`Order ${other.orderNumber}`)
  await page.getByRole('button', { name: 'Save List' }).click()
  await page.getByRole('link', { name: /^Order FH-/ }).click()
  for (const part of parts)
    await expect(getQuantity(page, part)).toHaveValue(String(part.minimumOrder))
  await page.goBack()
  await page.getByRole('button', { name: 'Order Again' }).click()
  await expect(page).toHaveURL('/cart')
  const notice = page.getByRole('status', { name: 'Copied lines' })
  await expect(notice).toContainText(`3 lines of order ${other.orderNumber} are in your cart.`)
  await expect(notice).toContainText(`${gone.name} is no longer sold.`)
  await page.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(notice).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(notice).toHaveCount(0)
  expect(orderNumber).not.toBe(other.orderNumber)
  // Undo shows the lines before the server has stored them.
  await expect.poll(async () => (await readCart(page)).lines).toHaveLength(3)
})

/** Opens the checkout of the minimum order of each part. */
async function openCheckout(page: Page, parts: Part[]) {
  await fillCart(page, customer, parts)
  await page.goto('/checkout')
  await fillContact(page)
}

async function fillContact(page: Page) {
  await page.getByLabel('Address').fill('Werftstrasse 8, Hamburg')
  await page.getByLabel('Phone').fill('+49 40 5550 120')
}

function getPlaceButton(page: Page) {
  return page.getByRole('button', { name: 'Place Order' })
}

/** Changes a line of the cart on another device. */
async function setQuantityElsewhere(
  page: Page,
  { _id: productId }: Part,
  quantities: { set: number; seen: number },
) {
  const response = await page.request.patch('/api/cart', {
    data: { changes: [{ productId, ...quantities }] },
    headers: { ...customer.headers, 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

/**
 * Returns to the tab, which refetches its data, until the element appears. A refetch is skipped while an earlier one,
 * for example after a refused order, is in flight.
 */
const returnToTabUntil = (page: Page, expected: Locator) =>
  expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expect(expected).toBeVisible({ timeout: 2_000 })
  }).toPass()

/** Adds a part of this test alone, which staff can change. */
async function addPart(page: Page, terms: Partial<Part> = {}): Promise<Part> {
  const headers = await getStaffHeaders()
  const name = `Checkout cog ${crypto.randomUUID().slice(0, 8)}`
  const data = {
    name,
    description: 'For the checkout.',
    img: '/drawings/FH-10110-7.svg',
    price: 2.5,
    availableQuantity: 1000,
    minimumOrder: 10,
    ...terms,
  }
  const response = await page.request.post('/parts', { data, headers })
  expect(response.ok(), await response.text()).toBe(true)
  const { insertedId } = await response.json()
  return { _id: insertedId, ...data }
}

async function readCart({ request }: Page): Promise<{ lines: { productId: string }[] }> {
  return (await request.get('/api/cart', { headers: customer.headers })).json()
}

async function countOrders({ request }: Page): Promise<number> {
  const path = `/myOrders?client=${customer.email}`
  return (await (await request.get(path, { headers: customer.headers })).json()).length
}
