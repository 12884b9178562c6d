import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  expect,
  findPartFromEnd,
  type Part,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
  test,
} from '../support/shop.ts'

test('staff search, filter, sort, export and page through all orders', async ({ page }) => {
  const customer = await signUpCustomer(page)
  const parts: Part[] = []
  for (const position of [15, 16, 18]) {
    const part = await findPartFromEnd(page, position)
    await placeOrder(page, customer, part)
    parts.push(part)
  }
  await signInAsStaff(page)
  await page.goto('/dashboard/manageOrders?search=nothing-like-this')
  const rows = page.getByRole('row').filter({ hasText: customer.email })
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await expect(search).toHaveValue('nothing-like-this')

  await search.fill(customer.email)
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(customer.email)}`))
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()

  const byTotal = [...parts].sort((one, other) => computeTotal(other) - computeTotal(one))
  const sort = page.getByLabel('Sort')
  for (const [option, order] of [
    ['Total: high to low', byTotal],
    ['Total: low to high', [...byTotal].reverse()],
    ['Newest first', [...parts].reverse()],
  ] as const) {
    await sort.selectOption(option)
    await expect(rows.getByRole('link')).toHaveText(order.map(({ name }) => name))
  }

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(/^freehub-orders-/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffid,placedAt,status,email,/)
  expect(lines).toHaveLength(4)

  const tabs = page.getByRole('navigation', { name: 'Orders by status' })
  await tabs.getByRole('link', { name: /^Paid/ }).click()
  await expect(page).toHaveURL(/status=Paid/)
  await expect(page.getByText(`No paid orders match “${customer.email}”.`)).toBeVisible()
  await tabs.getByRole('link', { name: /^Pending/ }).click()
  await expect(rows).toHaveCount(3)

  await page.goBack()
  await expect(page).toHaveURL(/status=Paid/)
  await page.goBack()
  await expect(page).not.toHaveURL(/status=/)
  await page.goBack()
  await expect(sort).toHaveValue('cheapest')
  await expect(rows.getByRole('link')).toHaveText([...byTotal].reverse().map(({ name }) => name))

  await limitPageToTwo(page)
  await sort.selectOption('Oldest first')
  const pagination = page.getByRole('navigation', { name: 'Pages of orders' })
  const getPageLink = (name: string) => pagination.getByRole('link', { name: `${name} page` })
  await expect(rows.getByRole('link')).toHaveText(parts.slice(0, 2).map(({ name }) => name))
  const first = await listShownOrders(page)
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible()
  await expect(getPageLink('Previous')).toHaveCount(0)
  await expect(getPageLink('First')).toHaveCount(0)

  await getPageLink('Next').click()
  await expect(page).toHaveURL(/sort=oldest&after=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const second = await listShownOrders(page)
  expect(second).toHaveLength(1)
  expect(first).not.toContain(second[0])
  await expect(getPageLink('Next')).toHaveCount(0)
  await expect(getPageLink('Last')).toHaveCount(0)

  await getPageLink('Previous').click()
  await expect(page).toHaveURL(/before=/)
  await expect.poll(() => listShownOrders(page)).toEqual(first)
  await page.goBack()
  await expect(page).toHaveURL(/after=/)
  await expect.poll(() => listShownOrders(page)).toEqual(second)

  await getPageLink('First').click()
  await expect(page).toHaveURL(/sort=oldest$/)
  await expect.poll(() => listShownOrders(page)).toEqual(first)
  await getPageLink('Last').click()
  await expect(page).toHaveURL(/last=true/)
  await expect.poll(() => listShownOrders(page)).toEqual([first[1], second[0]])
})

/** Limits a page to two orders, so that three orders need two pages. */
async function limitPageToTwo(page: Page) {
  await page.route(/\/allOrders\?/, (route) =>
    route.continue({ url: route.request().url().replace('size=50', 'size=2') }),
  )
}

/** Returns the URLs of the listed orders, once they have loaded. */
async function listShownOrders(page: Page): Promise<string[]> {
  await expect(page.locator('table[aria-busy=false]')).toBeVisible()
  return page
    .locator('tbody a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

function computeTotal({ price, minimumOrder }: Part): number {
  return price * minimumOrder
}
