import { arrive, book, expect, partFromTheEnd, test } from '../support/shop.ts'

// web/app/staff-chunks.test.ts shows that the other chunks contain no code of staff.
test('a customer’s menu, overview, order and palette load no code of staff', async ({ page }) => {
  const customer = await arrive(page)
  const order = await book(page, customer, await partFromTheEnd(page, 23))
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(`/dashboard/order/${order}`)
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText(/^1 order waits for your payment/)).toBeVisible()
  await page.getByRole('button', { name: /^Find/ }).click()
  await page.getByRole('dialog', { name: 'Find' }).getByRole('combobox').fill('chain')
  await expect(page.getByText(/^\d+ found$/)).toBeVisible()
  expect(scripts.some((url) => url.includes('/my-overview-'))).toBe(true)
  expect(scripts.filter((url) => /\/(staff-(?!code)|manage-)/.test(url))).toEqual([])
})
