import type { Page } from '@playwright/test'
import { expectRedUnder } from './colours.ts'
import {
  arrive,
  type Customer,
  enterAsStaff,
  expect,
  type Part,
  partFromTheEnd,
  test,
} from './shop.ts'

let customer: Customer

test.beforeEach(async ({ page }) => {
  customer = await arrive(page)
})

test('the order form says what is wrong, word for word, and sums up as one types', async ({
  page,
  request,
}) => {
  const [part] = await (await request.get('/parts?size=1')).json()
  await page.goto(`/purchase/${part._id}`)
  const quantity = page.getByLabel('Order Quantity')
  const place = page.getByRole('button', { name: 'Place Order' })
  await expect(quantity).toHaveValue(String(part.minimumOrder))

  await quantity.fill('')
  await place.click()
  await expect(page.getByText('Order Quantity Required')).toBeVisible()
  await expect(page.getByText('Phone number required')).toBeVisible()
  await expect(page.getByText('Please Provide Your Address')).toBeVisible()

  await quantity.fill(String(part.minimumOrder - 1))
  await place.click()
  await expect(
    page.getByText(`You have to order minimum ${part.minimumOrder} pieces`),
  ).toBeVisible()
  await quantity.fill('99999999')
  await place.click()
  await expect(page.getByText(/^You can order maximum \d+ pieces$/)).toBeVisible()

  await quantity.fill(String(part.minimumOrder))
  const total = (part.price * part.minimumOrder).toFixed(2)
  await expect(page.getByRole('main')).toContainText(`$${total}`)
  await expect(page.getByRole('main')).toContainText('tk ')
})

test('the purchase page says what the part is, how many there are and what one costs in tk', async ({
  page,
}) => {
  const part = await partFromTheEnd(page, 4)
  await page.goto(`/purchase/${part._id}`)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(part.name)
  await expect(main.getByRole('img', { name: `Drawing: ${part.name}` })).toBeVisible()
  await expect(main.getByText(part.description)).toBeVisible()
  await expect(numberOf(page, 'Available stock')).toHaveText(
    `${part.availableQuantity.toLocaleString('en-US')} pieces`,
  )
  await expect(numberOf(page, 'Minimum order quantity')).toHaveText(
    `${part.minimumOrder.toLocaleString('en-US')} pieces`,
  )
  const taka = (part.price * 122).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await expect(numberOf(page, 'Price per unit')).toHaveText(
    `tk ${taka} ($${part.price.toFixed(2)})`,
  )
})

test('the order form knows who orders, which cannot be changed, and begins with the minimum', async ({
  page,
}) => {
  const part = await partFromTheEnd(page, 5)
  const { name, email } = customer
  await page.goto(`/purchase/${part._id}`)
  for (const [label, value] of [
    ['Name', name],
    ['Email', email],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value)
    await expect(page.getByLabel(label)).not.toBeEditable()
  }
  await expect(page.getByLabel('Order Quantity')).toHaveValue(String(part.minimumOrder))
})

test('what is wrong with an order is said in red under its field', async ({ page }) => {
  const part = await partFromTheEnd(page, 6)
  await page.goto(`/purchase/${part._id}`)
  await page.getByLabel('Order Quantity').fill('')
  await page.getByRole('button', { name: 'Place Order' }).click()
  const main = page.getByRole('main')
  await expectRedUnder(main.getByText('Order Quantity Required'), page.getByLabel('Order Quantity'))
  await expectRedUnder(main.getByText('Phone number required'), page.getByLabel('Phone'))
  await expectRedUnder(main.getByText('Please Provide Your Address'), page.getByLabel('Address'))
})

test('exactly all there are may be ordered, and one more is too many', async ({ page }) => {
  const part = await partFromTheEnd(page, 7)
  const most = part.availableQuantity
  await page.goto(`/purchase/${part._id}`)
  await page.getByLabel('Order Quantity').fill(String(most + 1))
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText(`You can order maximum ${most} pieces`)).toBeVisible()
  await page.getByLabel('Order Quantity').fill('999999999999999999999')
  await expect(page.getByText(`You can order maximum ${most} pieces`)).toBeVisible()
  await page.getByLabel('Order Quantity').fill(String(most))
  await expect(page.getByText('You can order maximum')).toHaveCount(0)
})

test('an unpaid order is cancelled after a question, and its pieces come back', async ({
  page,
}) => {
  const part = await partFromTheEnd(page, 12)
  await page.goto(`/purchase/${part._id}`)
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  await page.getByLabel('Address').fill('12 Allen Avenue, Lagos')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders')
  expect(await piecesOf(page, part)).toBe(part.availableQuantity - part.minimumOrder)

  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('Are you sure to cancel the order.?')
  const dimmed = await dialog.evaluate((it) => getComputedStyle(it, '::backdrop').display)
  expect(dimmed, 'what lies behind').not.toBe('none')
  await expect(dialog).toContainText("Once you cancel the order, it can't be undone.")
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeFocused()

  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(page.getByText('Order canceled successfully')).toBeVisible()
  await expect(page.getByText('No orders yet')).toBeVisible()
  expect(await piecesOf(page, part)).toBe(part.availableQuantity)
})

test('whoever orders while the price is raised is told what the order comes to', async ({
  page,
  browser,
}) => {
  const office = await (await browser.newContext()).newPage()
  const headers = await enterAsStaff(office)
  const data = {
    name: 'Price trial',
    price: 2,
    minimumOrder: 10,
    availableQuantity: 100,
    description: 'For trials of prices.',
    img: '/drawings/FH-10110-7.svg',
  }
  const { insertedId } = await (await office.request.post('/parts', { data, headers })).json()
  await page.goto(`/purchase/${insertedId}`)
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  await page.getByLabel('Address').fill('12 Allen Avenue, Lagos')
  await expect(page.getByRole('main')).toContainText('$20.00')
  const raised = { data: { price: 2.5 }, headers }
  expect((await office.request.patch(`/api/parts/${insertedId}`, raised)).ok()).toBe(true)

  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Product Booking Successful')).toBeVisible()
  await expect(
    page.getByText('The price has changed: $25.00 instead of $20.00.', { exact: true }),
  ).toBeVisible()
  await expect(page).toHaveURL('/dashboard/myOrders')
  await office.request.delete(`/part/${insertedId}`, { headers })
})

test('a part with less stock than its minimum says so in place of the button', async ({
  page,
  request,
}) => {
  const parts = await (await request.get('/parts?size=100')).json()
  const soldOut = parts.find(
    (part: { availableQuantity: number; minimumOrder: number }) =>
      part.availableQuantity < part.minimumOrder,
  )
  await page.goto(`/purchase/${soldOut._id}`)
  await expect(
    page
      .getByRole('main')
      .getByText(/^Out of stock/)
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toHaveCount(0)
})

test.describe('a part that is not there', () => {
  test.use({ expectedErrors: [/status of 404|^CallError/] })

  test('says so', async ({ page }) => {
    await page.goto('/purchase/01900000-0000-7000-8000-000000000000')
    await expect(page.getByRole('main')).toContainText(/no longer|not|no such/i)
    await expect(page.getByRole('button', { name: 'Place Order' })).toHaveCount(0)
  })
})

/** How many pieces of a part there are now. */
async function piecesOf({ request }: Page, part: Part): Promise<number> {
  const now: Part = await (await request.get(`/parts/${part._id}`)).json()
  return now.availableQuantity
}

/** What stands under a caption of the part's numbers. */
function numberOf(page: Page, caption: string) {
  return page
    .getByRole('main')
    .locator('dt', { hasText: caption })
    .locator('xpath=following-sibling::dd')
}
