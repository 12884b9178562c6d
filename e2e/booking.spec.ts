import { expect, newcomer, signUp, test } from './shop.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/login')
  await signUp(page, newcomer())
  await expect(page).toHaveURL('/')
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

test('an unpaid order is cancelled after a question, and its pieces come back', async ({
  page,
  request,
}) => {
  const part = (await (await request.get('/parts?size=20')).json()).at(-1)
  await page.goto(`/purchase/${part._id}`)
  await page.getByLabel('Phone').fill('+234 1 555 0100')
  await page.getByLabel('Address').fill('12 Allen Avenue, Lagos')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders')

  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('Are you sure to cancel the order.?')
  await expect(dialog).toContainText("Once you cancel the order, it can't be undone.")
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await dialog.getByRole('button', { name: 'Yes, Cancel' }).click()
  await expect(page.getByText('Order canceled successfully')).toBeVisible()
  await expect(page.getByText('No orders yet')).toBeVisible()
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
  test.use({ expectedErrors: [/status of 404/] })

  test('says so', async ({ page }) => {
    await page.goto('/purchase/01900000-0000-7000-8000-000000000000')
    await expect(page.getByRole('main')).toContainText(/no longer|not|no such/i)
    await expect(page.getByRole('button', { name: 'Place Order' })).toHaveCount(0)
  })
})
