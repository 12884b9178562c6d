import type { Page } from '@playwright/test'
import { formatDollars } from '../contract/money.ts'
import { expectRedUnder } from './colours.ts'
import { arrive, book, expect, type Part, partFromTheEnd, staffHeaders, test } from './shop.ts'

test('the purchase page states what the part is and who orders, sums up as one types, and shows what is wrong in red under its field', async ({
  page,
}) => {
  const { name, email } = await arrive(page)
  const part = await partFromTheEnd(page, 4)
  const most = part.availableQuantity
  await page.goto(`/purchase/${part._id}`)
  const main = page.getByRole('main')
  const quantity = page.getByLabel('Order Quantity')
  const place = page.getByRole('button', { name: 'Place Order' })

  await test.step('the part, with its price in tk', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(part.name)
    await expect(main.getByRole('img', { name: `Drawing: ${part.name}` })).toBeVisible()
    await expect(main.getByText(part.description)).toBeVisible()
    await expect(numberOf(page, 'Available stock')).toHaveText(
      `${most.toLocaleString('en-US')} pieces`,
    )
    await expect(numberOf(page, 'Minimum order quantity')).toHaveText(
      `${part.minimumOrder.toLocaleString('en-US')} pieces`,
    )
    const taka = (part.price * 122).toLocaleString('en-US', { minimumFractionDigits: 2 })
    await expect(numberOf(page, 'Price per unit')).toHaveText(
      `tk ${taka} ($${part.price.toFixed(2)})`,
    )
  })

  await test.step('the customer, who cannot be changed, and the minimum', async () => {
    for (const [label, value] of [
      ['Name', name],
      ['Email', email],
    ] as const) {
      await expect(page.getByLabel(label)).toHaveValue(value)
      await expect(page.getByLabel(label)).not.toBeEditable()
    }
    await expect(quantity).toHaveValue(String(part.minimumOrder))
    await expect(main).toContainText(formatDollars(part.price * part.minimumOrder))
    await quantity.fill(String(part.minimumOrder + 1))
    await expect(main).toContainText(formatDollars(part.price * (part.minimumOrder + 1)))
  })

  await test.step('what is missing', async () => {
    await quantity.fill('')
    await place.click()
    await expectRedUnder(main.getByText('Order Quantity Required'), quantity)
    await expectRedUnder(main.getByText('Phone number required'), page.getByLabel('Phone'))
    await expectRedUnder(main.getByText('Please Provide Your Address'), page.getByLabel('Address'))
  })

  await test.step('too few and too many pieces', async () => {
    await quantity.fill(String(part.minimumOrder - 1))
    await place.click()
    const tooFew = `You have to order minimum ${part.minimumOrder} pieces`
    await expect(page.getByText(tooFew)).toBeVisible()
    for (const tooMany of [String(most + 1), '999999999999999999999']) {
      await quantity.fill(tooMany)
      await expect(page.getByText(`You can order maximum ${most} pieces`)).toBeVisible()
    }
    await quantity.fill(String(most))
    await expect(page.getByText('You can order maximum')).toHaveCount(0)
  })
})

test('an unpaid order is cancelled after a question, and its pieces come back', async ({
  page,
}) => {
  const part = await partFromTheEnd(page, 12)
  await book(page, await arrive(page), part)
  expect(await piecesOf(page, part)).toBe(part.availableQuantity - part.minimumOrder)
  await page.goto('/dashboard/myOrders')
  const cancel = page.getByRole('button', { name: 'Cancel Order' })
  await cancel.click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Are you sure to cancel the order.?')
  const dimmed = await dialog.evaluate((it) => getComputedStyle(it, '::backdrop').display)
  expect(dimmed, 'what lies behind').not.toBe('none')
  await expect(dialog).toContainText("Once you cancel the order, it can't be undone.")
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(cancel).toBeFocused()

  await cancel.click()
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(cancel).toBeVisible()

  await cancel.click()
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(page.getByText('Order canceled successfully')).toBeVisible()
  await expect(page.getByText('No orders yet')).toBeVisible()
  expect(await piecesOf(page, part)).toBe(part.availableQuantity)
})

test.describe('while the part changes', () => {
  test.use({ expectedErrors: [/status of 404|^CallError/] })

  test('a customer learns that the price was raised, that the part is out of stock, and that it is deleted', async ({
    page,
  }) => {
    await arrive(page)
    const headers = await staffHeaders()
    const data = {
      name: 'Price trial',
      price: 2,
      minimumOrder: 10,
      availableQuantity: 19,
      description: 'For trials of prices.',
      img: '/drawings/FH-10110-7.svg',
    }
    const { insertedId } = await (await page.request.post('/parts', { data, headers })).json()
    await page.goto(`/purchase/${insertedId}`)
    await page.getByLabel('Phone').fill('+234 1 555 0100')
    await page.getByLabel('Address').fill('12 Allen Avenue, Lagos')
    await expect(page.getByRole('main')).toContainText('$20.00')
    const raised = { data: { price: 2.5 }, headers }
    expect((await page.request.patch(`/api/parts/${insertedId}`, raised)).ok()).toBe(true)

    const place = page.getByRole('button', { name: 'Place Order' })
    await place.click()
    await expect(page.getByText('Product Booking Successful')).toBeVisible()
    await expect(
      page.getByText('The price has changed: $25.00 instead of $20.00.', { exact: true }),
    ).toBeVisible()
    await expect(page).toHaveURL('/dashboard/myOrders')

    await page.goto(`/purchase/${insertedId}`)
    const main = page.getByRole('main')
    await expect(main.getByText(/^Out of stock/).first()).toBeVisible()
    await expect(place).toHaveCount(0)
    await page.request.delete(`/part/${insertedId}`, { headers })
    await page.reload()
    await expect(main).toContainText(/no longer|not|no such/i)
    await expect(main).not.toContainText('Out of stock')
    await expect(place).toHaveCount(0)
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
