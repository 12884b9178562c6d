import { expect, test } from '../support/test.ts'
import { findPartFromEnd, placeOrder, signUpCustomer } from '../support/users-and-orders.ts'

// web/app/staff-chunks.test.ts checks that the other chunks contain no staff code.
test('a customer’s menu, overview, order and palette load no staff code', async ({ page }) => {
  const customer = await signUpCustomer(page)
  const order = await placeOrder(page, customer, await findPartFromEnd(page, 23))
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(`/dashboard/order/${order}`)
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText(/^1 order to pay/)).toBeVisible()
  await page.getByRole('button', { name: /^Find/ }).click()
  await page.getByRole('dialog', { name: 'Find' }).getByRole('combobox').fill('chain')
  await expect(page.getByText(/^\d+ results?$/)).toBeVisible()
  expect(scripts.some((url) => url.includes('/my-overview-'))).toBe(true)
  expect(scripts.filter((url) => /\/(staff-(?!code)|manage-)/.test(url))).toEqual([])
})
