import type { Page } from '@playwright/test'
import { expectRedUnder, tabTo } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  findPartFromEnd,
  getStaffHeaders,
  type Part,
  placeOrder,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

test.describe('a customer on the purchase page', () => {
  test.use({ expectedErrors: [/status of 40[49]|^CallError/] })

  test('sees the part and the total, errors under their fields, and a changed part', async ({
    page,
  }) => {
    const { name, email } = await signUpCustomer(page)
    const headers = await getStaffHeaders()
    const data = {
      name: 'Price trial',
      price: 2,
      minimumOrder: 1000,
      availableQuantity: 1900,
      description: 'For trials of prices.',
      img: '/drawings/FH-10110-7.svg',
    }
    const { insertedId } = await (await page.request.post('/parts', { data, headers })).json()
    await page.goto(`/purchase/${insertedId}`)
    const main = page.getByRole('main')
    const quantity = main.getByLabel('Order Quantity')
    const phone = main.getByLabel('Phone')
    const address = main.getByLabel('Address')
    const placeButton = main.getByRole('button', { name: 'Place Order' })

    await test.step('the part, with its price in tk', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(data.name)
      await expect(main.getByRole('img', { name: `Drawing: ${data.name}` })).toBeVisible()
      await expect(main.getByText(data.description)).toBeVisible()
      await expect(getFigure(page, 'Available stock')).toHaveText('1,900 pieces')
      await expect(getFigure(page, 'Minimum order quantity')).toHaveText('1,000 pieces')
      await expect(getFigure(page, 'Price per unit')).toHaveText('tk 244.00 ($2.00)')
    })

    await test.step('the read-only customer, and the minimum quantity', async () => {
      for (const [label, value] of [
        ['Name', name],
        ['Email', email],
      ] as const) {
        await expect(main.getByLabel(label)).toHaveValue(value)
        await expect(main.getByLabel(label)).not.toBeEditable()
      }
      await expect(quantity).toHaveValue('1000')
      await expect(main).toContainText('You pay $2,000.00')
      await quantity.fill('1001')
      await expect(main).toContainText('$2,002.00')
    })

    await test.step('missing values', async () => {
      await quantity.fill('')
      await placeButton.click()
      await expectRedUnder(main.getByText('Order Quantity Required'), quantity)
      await expectRedUnder(main.getByText('Phone number required'), phone)
      await expectRedUnder(main.getByText('Please Provide Your Address'), address)
    })

    await test.step('too few and too many pieces', async () => {
      await quantity.fill('999')
      await placeButton.click()
      await expect(main.getByText('You have to order minimum 1000 pieces')).toBeVisible()
      for (const tooMany of ['1901', '999999999999999999999']) {
        await quantity.fill(tooMany)
        await expect(main.getByText('You can order maximum 1900 pieces')).toBeVisible()
      }
      await quantity.fill('1900')
      await expect(main.getByText('You can order maximum')).toHaveCount(0)
    })

    await test.step('the quantity that was typed on the part’s page', async () => {
      await page.goto(`/allParts/${insertedId}`)
      await waitForHydration(page)
      await quantity.fill('1200')
      await main.getByRole('link', { name: 'Book Now', exact: true }).click()
      await expect(page).toHaveURL(`/purchase/${insertedId}`)
      await expect(quantity).toHaveValue('1200')
      await page.reload()
      await expect(quantity).toHaveValue('1200')
    })

    await test.step('a price that was raised in the meantime', async () => {
      await quantity.fill('1000')
      await phone.fill('+234 1 555 0100')
      await address.fill('12 Allen Avenue, Lagos')
      const raised = { data: { price: 2.5 }, headers }
      expect((await page.request.patch(`/api/parts/${insertedId}`, raised)).ok()).toBe(true)
      await placeButton.click()
      await expect(main.getByText('Some prices have changed. Check the new total')).toBeVisible()
      await expect(main.locator('output')).toContainText('$2,500.00')
      await placeButton.click()
      await expectToast(page, 'Product Booking Successful')
      await expect(page).toHaveURL('/dashboard/myOrders')
    })

    await test.step('a part that is out of stock, then deleted', async () => {
      await page.goBack()
      await expect(main.getByText(/^Out of stock/).first()).toBeVisible()
      await expect(placeButton).toHaveCount(0)
      await page.request.delete(`/part/${insertedId}`, { headers })
      await page.reload()
      await expect(main).toContainText('Part Not Found')
      await expect(main).not.toContainText('Out of stock')
      await expect(placeButton).toHaveCount(0)
    })
  })
})

test('a customer cancels an unpaid order by keyboard, which releases its stock', async ({
  page,
  context,
}) => {
  const part = await findPartFromEnd(page, 12)
  await placeOrder(page, await signUpCustomer(page), part)
  expect(await readAvailableQuantity(page, part)).toBe(part.availableQuantity - part.minimumOrder)
  const other = await context.newPage()
  await other.goto('/dashboard/myOrders')
  await expect(other.getByRole('link', { name: part.name })).toBeVisible()
  await page.bringToFront()
  await page.goto('/dashboard/myOrders')
  const cancelButton = page.getByRole('main').getByRole('button', { name: 'Cancel Order' })
  const dialog = page.getByRole('alertdialog')
  const noButton = dialog.getByRole('button', { name: 'No', exact: true })
  await tabTo(page, cancelButton)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Are you sure to cancel the order.?')
  const backdropDisplay = await dialog.evaluate(
    (element) => getComputedStyle(element, '::backdrop').display,
  )
  expect(backdropDisplay, 'backdrop').not.toBe('none')
  await expect(dialog.getByRole('button')).toHaveText(['Yes, Cancel', 'No'])
  await expect(dialog).toContainText("Once you cancel the order, it can't be undone.")
  for (const key of ['Escape', 'Enter']) {
    await expect(noButton).toBeFocused()
    await page.keyboard.press(key)
    await expect(dialog).toHaveCount(0)
    await expect(cancelButton).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await tabTo(page, dialog.getByRole('button', { name: 'Yes, Cancel' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Order canceled successfully')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('No active orders')).toBeVisible()
  await expect(other.getByText('No active orders'), 'in the other tab').toBeVisible()
  expect(await readAvailableQuantity(page, part)).toBe(part.availableQuantity)
})

/** Returns the available quantity of a part. */
async function readAvailableQuantity({ request }: Page, part: Part): Promise<number> {
  const now: Part = await (await request.get(`/parts/${part._id}`)).json()
  return now.availableQuantity
}

/** Returns the figure of the part with the given caption. */
function getFigure(page: Page, caption: string) {
  return page
    .getByRole('main')
    .locator('dt', { hasText: caption })
    .locator('xpath=following-sibling::dd')
}
